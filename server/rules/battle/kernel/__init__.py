"""The base of all rules: the state and what each event changes of it (`facts`), the running
`Battle`, the moments at which effects act, and the objects that a `Happening` carries: an engage, a
damage instance, a lock.

Other packages import its modules, all but `equivalent_options`, and not names from them, so that
rules read `notes.count`, `facts.apply` or `forms.in_form`, where the bare name would say too
little.
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
