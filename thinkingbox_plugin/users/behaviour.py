"""How a simulated user behaves: a sentence for a model that plays one, data for the scripted one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thinkingbox_plugin.errors import TaskError


@dataclass(frozen=True)
class Behaviour:
    """What the user does beyond telling facts.

    ``text`` describes the user for a model that plays one.  The rest is followed to the letter by the
    scripted user:

    - ``agrees``: the answer to a proposal that nothing below settles.
    - ``refuses``, ``accepts``: values or phrases; a proposal that mentions one is turned down or taken.
      A refusal wins over an acceptance.
    - ``pushes``: sentences said one by one, each in answer to a refusal or a proposal, before giving in.
      A proposal that ``accepts`` names is taken at once.
    - ``answers``: the answer to a question of choice by its words ("refund or replacement": "A
      replacement, please.").  One whose words hold "refused", "declined" or the like waits until the agent
      has told of a refusal.  One that was given before gives way to consent where the agent proposes what
      it asks for, names what ``accepts`` holds, or where it says only who or what is meant.
    """

    text: str = ""
    agrees: bool = True
    refuses: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    pushes: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("refuses", "accepts", "pushes"):
            listed = getattr(self, name)
            if isinstance(listed, str):
                raise TaskError(f"behaviour: {name} is a tuple of texts: write ({listed!r},)")
            object.__setattr__(self, name, tuple(listed))
            if any(not text.strip() for text in listed):
                raise TaskError(f"behaviour: {name} holds a blank text: remove it")
        object.__setattr__(self, "answers", dict(self.answers))
        if any(not question.strip() or not answer.strip() for question, answer in self.answers.items()):
            raise TaskError("behaviour: answers holds a blank question or answer: write both")

    @classmethod
    def of(cls, value: str | Behaviour) -> Behaviour:
        """``value`` itself, or the behaviour that a plain sentence describes."""
        return value if isinstance(value, Behaviour) else cls(value)
