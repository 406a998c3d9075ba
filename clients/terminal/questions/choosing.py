"""Dialogs for five shapes: one option, some of them, an order, points to share out, a place."""

from clients.terminal.questions.asking import (
    Dialog,
    Prompt,
    hex_marks,
    labels,
    numbered,
    preview,
    read_option,
    read_options,
)
from protocol.option_keys import read_point
from protocol.questions import One, Option, Order, Place, Some, Split


def one(shape: One) -> Dialog:
    """Pick one."""
    lays = preview(shape.options[0]) is not None
    hint = ("Type v and a number to see it on the map.",) if lays else ()
    ask = Prompt((*numbered(shape.options), *hint), "number>", hex_marks(shape.options))
    while True:
        line = yield ask
        seen = read_option(shape.options, line[1:].strip()) if lays and line[:1] == "v" else None
        if seen is not None:
            ask = Prompt((f"So it would lie: {seen.text}.", *hint), "number>", preview(seen))
            continue
        option = read_option(shape.options, line)
        if option is not None:
            return (option.key,)
        known = labels(shape.options)
        ask = ask.saying(
            f"Type a number from {known[0]} to {known[-1]}." if known[1:] else f"Type {known[0]}."
        )


def some(shape: Some) -> Dialog:
    """Pick several, each once."""
    count = f"{shape.low}" if shape.low == shape.high else f"{shape.low} to {shape.high}"
    example = " ".join(labels(shape.options)[: max(shape.low, min(shape.high, 2))])
    ask = Prompt((*numbered(shape.options), f"Pick {count}, such as: {example}"), "numbers>")
    while True:
        line = yield ask
        match line.lower():
            case "all":
                return tuple(option.key for option in shape.options)
            case "none" | "0" if shape.low == 0:
                return ()
        found = read_options(shape.options, line)
        if not isinstance(found, str) and found:
            return tuple(option.key for option in found)
        ask = ask.saying(found if isinstance(found, str) else f"Pick {count} of them.")


def order(shape: Order) -> Dialog:
    """Put all into an order."""
    example = " ".join(str(number) for number in range(len(shape.options), 0, -1))
    ask = Prompt((*numbered(shape.options), f"Type all numbers in your order: {example}"), "order>")
    while True:
        line = yield ask
        found = read_options(shape.options, line)
        if not isinstance(found, str) and found:
            return tuple(option.key for option in found)
        ask = ask.saying(found if isinstance(found, str) else "Type all the numbers.")


def split(shape: Split) -> Dialog:
    """Share points out."""
    much = str(shape.points)
    if shape.least != shape.points:
        much = f"{shape.least} to {shape.points}"
    options = shape.options
    if shape.caps:
        options = tuple(
            Option(o.key, o.text, f"{o.note}, at most {cap}" if o.note else f"at most {cap}")
            for o, cap in zip(options, shape.caps, strict=False)
        )
    hint = f"Share out {much}: a number for every point, such as 1 1 2, or 1x2 2x1."
    ask = Prompt((*numbered(options), hint), "points>")
    while True:
        line = yield ask
        if line.lower() in ("none", "0") and shape.least == 0:
            return ()
        found = read_options(shape.options, line)
        if not isinstance(found, str) and found:
            return tuple(option.key for option in found)
        ask = ask.saying(found if isinstance(found, str) else hint)


def place(shape: Place) -> Dialog:
    """Name a point: one of those that are offered, or any by its numbers."""
    hint = "Or type a point in thousandths of an inch, such as 18000,6500."
    ask = Prompt((*numbered(shape.options), hint), "place>")
    while True:
        line = yield ask
        if (option := read_option(shape.options, line)) is not None:
            return (option.key,)
        text = line.replace(" ", "")
        try:
            read_point(text)
        except ValueError:
            ask = ask.saying(hint)
            continue
        return (text,)
