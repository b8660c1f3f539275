"""The guard lets the user say what it can know, however that is written, and nothing else."""

from __future__ import annotations

import pytest
import toyshop

import sandbox_external_retail
import sandbox_travel
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.task import Task, tasks_of
from thinkingbox_plugin.users import Behaviour, ScriptedUser, proposal, request_for
from thinkingbox_plugin.users.guard import Objection, objection

FACTS = {
    "name": "Dana Whitfield",
    "email": "dana.whitfield@example.com",
    "order number": "ORD-1042",
    "purchase date": "2025-09-22",
    "amount paid": "1640.00",
    "phone": "+1 202-555-0142",
    "quantity": "2",
    "card ending": "4242",
}
OPENING = "The dishwasher I ordered was due nine days ago. Where is it?"
ASKED = "Could you give me your order number, your email and the date of purchase?"


def judged(reply: str, agent: str = ASKED, user: ScriptedUser | None = None) -> Objection | None:
    user = user or ScriptedUser(OPENING, FACTS, "Tired of waiting.")
    return objection(reply, user, [Message("user", user.opening), Message("assistant", agent)])


@pytest.mark.parametrize(
    "reply",
    [
        "Sure, it's ORD-1042.",
        "My order number is #1042.",
        "order 1042",
        "ord 1042, dana.whitfield@example.com, bought Sept 22nd.",
        "DANA.WHITFIELD@EXAMPLE.COM",
        "I bought it on 22/09/2025 for $1,640.",
        "I paid 1640 dollars.",
        "It cost 1.640,00 €.",
        "USD 1,640.00",
        "It was the 22nd of September 2025.",
        "September 22",
        "On the 22nd.",
        "In September 2025.",
        "**Order:** `ORD-1042`\n**Email:** dana.whitfield@example.com",
        "1. Order: ORD-1042\n2. Date: 2025-09-22\n3. Email: dana.whitfield@example.com",
        "My card ends in 4242.",
        "Call me at (202) 555-0142, please.",
        "2025550142",
        "Two of them.",
        "I bought 2.",
        "It was due nine days ago.",
        "It was due 9 days ago.",
        "I'm afraid I don't know that.",
        "Yes, please. You may call me.",
        "One moment. The blue one, not the second one.",
        "Any of these two is fine.",
    ],
)
def test_what_the_user_knows_may_be_written_in_any_way(reply: str) -> None:
    assert judged(reply) is None


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("It's ORD-1043.", "identifier"),
        ("It's ORD-10422.", "identifier"),
        ("The tracking number is 1Z999AA10123456784.", "identifier"),
        ("It is a DW5000.", "identifier"),
        ("Order 1043.", "number"),
        ("I paid $1,650.", "number"),
        ("It cost 1.640,50 EUR.", "number"),
        ("I paid sixteen hundred, so to say.", "number"),
        ("I bought three.", "number"),
        ("It was due 5 days ago.", "number"),
        ("I'd take 10% off.", "number"),
        ("Call me at 202-555-0143.", "number"),
        ("Version 3.1.4", "number"),
        ("I wrote to you from dana@example.com.", "email"),
        ("I bought it on 23 September.", "date"),
        ("I bought it on 22 September 2024.", "date"),
        ("23/09/2025", "date"),
        ("On the 23rd.", "date"),
        ("In September 2024.", "date"),
        ("Back in August.", "date"),
        ("Since May 2025.", "date"),
        ("It broke yesterday.", "date"),
        ("Last week, I think.", "date"),
        ("Monday suits me.", "date"),
        ("Around 3 pm.", "time"),
        ("At 15:30.", "time"),
    ],
)
def test_what_nobody_has_named_is_rejected(reply: str, kind: str) -> None:
    found = judged(reply)
    assert found is not None
    assert found.kind == kind


def test_what_either_side_has_said_before_may_be_said_again() -> None:
    agent = "I can send a courier on Monday, 6 October at 15:30, for $12.50 (offer OF-77). Shall I?"
    for reply in ("Yes, Monday at 3:30 pm is fine.", "October 6th, please.", "Yes, 12.50 is OK.", "Take offer of-77."):
        assert judged(reply, agent) is None
    assert judged("Rather on Tuesday.", agent) is not None


def test_what_the_behaviour_says_may_be_said() -> None:
    behaviour = Behaviour("Insists on 15%.", pushes=("I was promised $75.",), answers={"refund or voucher": "The $80."})
    user = ScriptedUser(OPENING, FACTS, behaviour)
    for reply in ("I want 15%.", "I was promised 75 dollars!", "The $80."):
        assert judged(reply, user=user) is None
        assert judged(reply) is not None


@pytest.mark.parametrize(
    ("agent", "reply"),
    [
        ("Is it ORD-1043?", "Yes."),
        ("Is it ORD-1043?", "Correct"),
        ("So your order number is ORD-1043, correct?", "Yes, that's correct."),
        ("Just to confirm: ORD-1043?", "yep"),
        ("You said ORD-1043, right?", "Exactly, thank you."),
        ("Thanks. I found order ORD-1043. Is that the right one?", "That's it."),
        ("I have: order ORD-1043, email dana.whitfield@example.com. Are these correct?", "Those are correct."),
        ("I have you down as having bought it on 23 September. Is that right?", "That's right."),
        ("Did you buy it on 23 September?", "Yes I did."),
        ("Is it 23 September?", "Yes"),
        ("Was the amount $1,650?", "Yes, exactly."),
        ("The quantity is 3, right?", "Right."),
        ("Your name is Bruno Vale?", "Yes"),
        ("Am I speaking with Bruno Vale?", "Speaking."),
        ("Is your email dana@example.com?", "Yes, please."),
        ("Is your email dana@example.com?", "My email is dana@example.com."),
        ("Which is it, ORD-1043 or ORD-1042?", "My order number is ORD-1043."),
    ],
)
def test_a_value_that_differs_from_a_fact_is_not_confirmed(agent: str, reply: str) -> None:
    found = judged(reply, agent)
    assert found is not None
    assert found.kind == "contradiction"
    assert not any(value in found.what for value in FACTS.values())


@pytest.mark.parametrize(
    ("agent", "reply"),
    [
        ("Is it ORD-1042?", "Yes."),
        ("Is it order #1042?", "Yes, that's right."),
        ("Is it ORD-1043?", "No, it's ORD-1042."),
        ("Is it ORD-1043?", "Yes, I mean ORD-1042."),
        ("Is your email dana@example.com?", "No, that's wrong."),
        ("Did you buy it on September 22nd?", "Yes"),
        ("Was it $1640?", "Yes."),
        ("Did you buy two?", "Yes"),
        ("I will send the replacement as ORD-1077. Is that OK?", "Yes, please."),
        ("Would a refund of $20 be okay?", "Yes"),
        ("Is 25 September okay for you?", "Yes"),
        ("Is the total of $20 fine with you?", "Yes"),
        ("Can I help you with anything else?", "No, that's all."),
    ],
)
def test_a_right_yes_a_correction_and_consent_pass(agent: str, reply: str) -> None:
    assert judged(reply, agent) is None


def test_a_fact_much_like_another_is_no_contradiction_of_it() -> None:
    facts = {
        "name": "Ada Quill",
        "name of the uncle": "Bruno Vale",
        "order": "ORD-1",
        "order number of the kite": "ORD-2",
    }
    user = ScriptedUser("Hello.", facts)
    for agent, reply in [
        ("Is the name of your uncle Bruno Vale?", "Yes, the name of my uncle is Bruno Vale."),
        ("Is the order number of the kite ORD-2?", "Yes."),
        ("Which one?", "My order number of the kite is ORD-2."),
    ]:
        assert judged(reply, agent, user) is None
    assert judged("Yes.", "Is the order number of the kite ORD-3?", user) is not None


DOMAINS = (toyshop.DOMAIN, sandbox_external_retail.DOMAIN, sandbox_travel.DOMAIN)
TASKS = [task for domain in DOMAINS for task in tasks_of(domain)]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_the_scripted_user_and_a_plain_yes_to_the_truth_pass(task: Task) -> None:
    user = ScriptedUser(task.opening, task.facts, task.behaviour)
    true = [f"Is your {name} {value}?" for name, value in task.facts.items()]
    true += [f"So the {name}: {value}. Is that right?" for name, value in task.facts.items()]
    true += [
        "I have:\n" + "\n".join(f"- {name}: {value}" for name, value in task.facts.items()) + "\n\nIs this correct?"
    ]
    asked = [request_for([name]) for name in task.facts] + ([request_for(list(task.facts))] if task.facts else [])
    asked += [
        proposal(["64.00"]),
        proposal([]),
        "Anything else?",
        "I am sorry, that is not possible.",
        "Is it ORD-9999?",
    ]
    said = [Message("user", task.opening)]
    for agent in (*true, *asked):
        assert (
            objection(user.answer([*said, Message("assistant", agent)]), user, [*said, Message("assistant", agent)])
            is None
        )
    for agent in true:
        assert objection("Yes, that's right.", user, [*said, Message("assistant", agent)]) is None


@pytest.mark.parametrize("reply", ["", "😀" * 50, "\ud800", "9" * 400, "(" * 2000, "1,2,3," * 500, "@" * 300, "²³½"])
def test_no_text_breaks_the_guard(reply: str) -> None:
    judged(reply)
    judged("Yes", reply)
