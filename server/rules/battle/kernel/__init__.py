"""What every rule stands on: the state and what each event changes of it (`facts`), the running
`Battle`, the moments with their facts, and the things that go with a happening: an engage, a damage
instance, a lock. Other packages import its modules, all but the search for equivalent options.

Its modules are its face, as rules read by them: `notes.count`, `facts.apply`, `forms.in_form` say
what is counted, applied or held, and the bare names would not.
"""

__all__ = [
    "battle",
    "caching",
    "damage_instance",
    "engagement",
    "facts",
    "forms",
    "ground",
    "lock",
    "me",
    "moments",
    "notes",
    "state",
    "values",
    "words",
]
