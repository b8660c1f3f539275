"""Natural messages that a scripted user once misheard: lists to confirm, consent or not, several questions at once."""

from __future__ import annotations

import pytest

from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users import Behaviour, ScriptedUser, asks_for

OPENING = "My things from ORD-20625 are not all as they should be. Can you help me?"
YES = "Yes, please go ahead."
NO = "No, thank you. I don't agree to that."
NOT_SURE = "I'm not sure about that."
NOTHING_ELSE = "Nothing else that I know of."
THAT_IS_ALL = "No, that's all, thank you."
PUSH = "But the code was running on Saturday!"
CASE = {"name": "Dana Whitfield", "email": "m@example.org", "order number": "ORD-1042"}


def reply(
    message: str, *, facts: dict[str, str] | None = None, behaviour: str | Behaviour = "", opening: str = OPENING
) -> str:
    """What the user answers to ``message`` alone."""
    user = ScriptedUser(opening, facts or CASE, behaviour)
    return user.answer([Message("user", opening), Message("assistant", message)])


# -- lists to confirm


@pytest.mark.parametrize(
    "message",
    [
        "Could you please confirm:\n- the refund of 20.00 to your card",
        "Please confirm: 1) refund 20.00 for the printer, 2) nothing for the code.",
        "Please confirm:\nRefund of 20.00 to your card. Yes or no?",
        "Please confirm:\n- Refund: 20.00 to your card\n- Nothing for the code",
        "Please confirm:\n1. The plan ends\n2. ORD-1042: return with a label",
        "Please confirm:\n\nSend the doorbell to your sister.\nMove the visit to Tuesday.",
        "Please confirm that you agree to the following:\n- 20.00 back to your card\n- no refund for the code",
        "Do you confirm:\n1) cancel the stay\n2) nothing is paid",
        "Kindly confirm the following:\n- I cancel the visit\n- the dryer stays",
    ],
)
def test_a_list_of_things_to_be_done_is_agreed_to_or_not_when_it_is_to_be_confirmed(message: str) -> None:
    assert reply(message) == YES
    assert reply(message, behaviour=Behaviour(agrees=False)) == NO
    assert reply(message, behaviour=Behaviour(pushes=(PUSH,))) == PUSH


@pytest.mark.parametrize(
    "message",
    [
        "Please confirm: 1. your name 2. order number",
        "Please confirm:\n1. your name\n2. order number",
        "To confirm your identity, please give me:\n- your name\n- the order number",
        "Please confirm:\nyour name\nyour order number",
    ],
)
def test_a_list_of_facts_to_be_confirmed_is_told(message: str) -> None:
    assert reply(message) == "Name: Dana Whitfield\nOrder number: ORD-1042"


def test_what_a_list_to_confirm_has_wrong_is_corrected_and_what_is_unknown_is_said_to_be() -> None:
    assert reply("Please confirm:\n- Name: Dana Whitfield\n- order ORD-1043") == "No, my order number is ORD-1042."
    answer = "I'm afraid I don't know the refund method or the return address."
    assert reply("Please confirm:\n- your refund method\n- return address") == answer


# -- anything else


@pytest.mark.parametrize(
    "message",
    [
        "Is there anything else about the humming soundbar, such as smoke, a burning smell or a shock?",
        "Does the oven or the printer show anything else, such as smoke, a burning smell, sparks or a shock?",
        "Did you notice anything else unusual?",
        "And does it do anything else?",
    ],
)
def test_anything_else_about_a_thing_is_no_leave_taken(message: str) -> None:
    assert reply(message) == NOTHING_ELSE
    harmless = {"whether there was smoke, a burning smell, sparks or a shock": "nothing of the kind"}
    if "smoke" in message:
        assert "nothing of the kind" in reply(message, facts=harmless)


@pytest.mark.parametrize(
    "message",
    [
        "Is there anything else I can do, such as another order?",
        "Is there anything else about your order that I can help with?",
        "Do you need anything else?",
        "Anything else you would like to know about the oven?",
    ],
)
def test_what_else_the_user_wants_takes_leave(message: str) -> None:
    assert reply(message) == THAT_IS_ALL


def test_two_questions_without_an_answer_get_one_each() -> None:
    message = "Is there anything else about the bar, such as smoke? And does the screen work otherwise?"
    assert reply(message) == f"{NOTHING_ELSE} {NOT_SURE}"


# -- to agree or not


@pytest.mark.parametrize(
    "message",
    [
        "841.20 goes back. Shall I cancel both on these terms, or only one of them?",
        "Shall I go ahead on these terms, or leave the booking as it is?",
        "It costs 20.00. Do you want me to do both on these terms, only one of them, or none?",
        "Do you want express for $8.00, or shall it stay at standard?",
        "Is the room with breakfast at USD 228.48 acceptable, or is that too much?",
        "Shall I cancel on these terms, or do you keep the booking?",
        "189.04 is lost. Do you want the oven cancelled, or not?",
        "You get 37.80. Is that what you want?",
        "Shall I set express for 5.00, and send it to them if that is not possible?",
        "Shall I cancel BK-1 (841.20 back) and BK-2 (refund on hold while the dispute is open)?",
    ],
)
def test_consent_asked_for_with_its_alternative_is_given_or_not(message: str) -> None:
    assert reply(message) == YES
    assert reply(message, behaviour=Behaviour(agrees=False)) == NO
    assert reply(message, behaviour=Behaviour(pushes=(PUSH,))) == PUSH


@pytest.mark.parametrize(
    "message",
    [
        "Shall I cancel both on these terms, or only New York?",
        "You pay 20.00. Would you like a refund or a voucher?",
        "Shall I cancel it or leave it?",
        "Would you like me to return both for $368.68, or keep the headphones and take $6.68?",
    ],
)
def test_a_choice_between_two_things_is_no_consent(message: str) -> None:
    assert reply(message) == NOT_SURE


def test_what_settles_a_choice_goes_before_consent() -> None:
    message = "220.32 is kept. Shall I cancel on these terms, or do you keep the booking?"
    careful = Behaviour(answers={"cancel keep": "I cancel if no more than 70 euros are kept."})
    assert reply(message, behaviour=careful) == "I cancel if no more than 70 euros are kept."
    facts = {"email": "m@example.org", "what to do if it is too dear": "leave it as it is"}
    message = "It costs 90.00. Shall I cancel it or leave it?"
    assert reply(message, facts=facts) == "What to do if it is too dear: leave it as it is."


def test_consent_is_given_beside_a_choice_and_beside_a_question() -> None:
    facts = {"email": "m@example.org", "refund or voucher": "the voucher"}
    assert (
        reply("Do you want the move, and refund or voucher?", facts=facts) == f"Refund or voucher: the voucher. {YES}"
    )
    assert reply("You get 10.10. Do you agree to both? Also, is the rattle a fault of the bar?") == f"{NOT_SURE} {YES}"


def test_who_corrects_a_summary_does_not_agree_to_it_in_one_breath() -> None:
    assert reply("The order is ORD-1024. Is that right, and shall I go ahead?") == "No, my order number is ORD-1042."


@pytest.mark.parametrize(
    "message",
    [
        "The order is ORD-1024; it goes to 26 Alder Street. Is that address right, and shall I go ahead?",
        "Your order is ORD-1024, sent to 26 Alder Street. Is that the right address, and may I send it?",
        "There is no ORD-1042, the order is ORD-1024. Is that right, and shall I go ahead?",
    ],
)
def test_a_number_found_in_the_records_is_not_disputed_where_another_thing_is_asked(message: str) -> None:
    assert reply(message, facts={**CASE, "address": "26 Alder Street"}) == YES


# -- several questions at once

TWO_MACHINES = {
    "email": "m@example.org",
    "postcode": "11275",
    "serial number of the coffee machine": "BRV-6630",
    "serial number of the robot vacuum": "GLE-5027",
}


@pytest.mark.parametrize(
    ("message", "facts", "asked"),
    [
        (
            "To verify you: the e-mail address of your account, please, and one of an order number or your postcode. "
            "I also need the serial numbers on the coffee machine and on the Gale robot.",
            TWO_MACHINES,
            list(TWO_MACHINES),
        ),
        (
            "What is your e-mail address? And which address and which cost centre shall be on the invoices?",
            {"email": "m@example.org", "address of the office": "27 Harbour Lane", "cost centre": "KL-440"},
            ["email", "address of the office", "cost centre"],
        ),
        (
            "May your profile run under another e-mail address, or can you give me your loyalty number?",
            {"other email": "b@example.org", "loyalty number": "SB-1"},
            ["other email", "loyalty number"],
        ),
        (
            "Before I look at any record I need to verify you: your e-mail address on your profile and one of a "
            "booking number or your loyalty number.",
            {"email": "m@example.org", "loyalty number": "SB-1"},
            ["email", "loyalty number"],
        ),
        ("The lunch is for 22: how many will come?", {"how many at the lunch": "twelve"}, ["how many at the lunch"]),
        (
            "Before I can work out the lunch: for how many people shall it be on 20 November?",
            {"how many at the lunch": "twelve"},
            ["how many at the lunch"],
        ),
        ("The dinner is for 22: how many will come?", {"how many at the lunch": "twelve"}, []),
    ],
)
def test_each_thing_asked_for_is_heard(message: str, facts: dict[str, str], asked: list[str]) -> None:
    assert asks_for(message, facts) == asked


def test_a_question_that_nothing_known_answers_is_not_dropped_beside_another() -> None:
    dinner = {"how many at the dinner": "16"}
    message = "To how many persons shall the dinner shrink, and how long do you need the meeting room?"
    assert reply(message, facts=dinner) == f"How many at the dinner: 16. {NOT_SURE}"
    laptops = {"serial number of the laptop with the dead keys": "NBL-7721"}
    message = "Could you give me the serial number of the laptop, and tell me which one has the dead keys?"
    assert NOT_SURE not in reply(message, facts=laptops)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("What are the last four digits of your phone?", "I'm afraid I don't know the last four digits of my phone."),
        ("What is the postcode of your account?", "I'm afraid I don't know the postcode of my account."),
        (
            "Please give me a booking number under your own name.",
            "I'm afraid I don't know the booking number under my own name.",
        ),
        ("Please tell me the serial number once more.", "I'm afraid I don't know the serial number."),
        ("Could you send photos of your oven?", "I'm afraid I don't have photos of my oven."),
        ("Please tell me its postcode.", "I'm afraid I don't know the postcode."),
    ],
)
def test_what_is_unknown_is_spoken_of_as_the_users_own(message: str, told: str) -> None:
    assert reply(message) == told


# -- the number read again

REREAD = {"name": "Dana Whitfield", "email": "m@example.org", "order number after a second look": "ORD-20652"}


@pytest.mark.parametrize(
    "message",
    [
        "Could the account have another e-mail address, or another order number?",
        "Might another e-mail address be on file, or is the order number a different one?",
        "May the order number be misread, or do you have another e-mail address?",
        "Could you please check the order number again?",
        "Is there another order number it might be?",
        "Is the order ORD-20625 in your own name, or was it placed by someone else?",
    ],
)
def test_a_doubted_number_is_read_again(message: str) -> None:
    assert "order number after a second look is ORD-20652." in reply(message, facts=REREAD)


@pytest.mark.parametrize(
    "message",
    [
        "Could your loyalty number be mistyped?",
        "Is anything wrong with the number of parts?",
        "Is there another e-mail address?",
        "Please tell me your postcode.",
    ],
)
def test_a_number_that_nobody_doubts_is_kept_back(message: str) -> None:
    assert "ORD-20652" not in reply(message, facts=REREAD)


# -- questions within a sentence, a list or a line

FAMILY = {"address of the sister": "12 Weir Cottages", "address of the mother": "40 Tanyard Close"}
PAIR = {"condition of the washer": "opened", "condition of the dryer": "sealed"}


@pytest.mark.parametrize(
    ("message", "facts", "asked"),
    [
        (
            "A few questions: 1) which saved address is your sister's and which is your mother's (street and town)?",
            FAMILY,
            list(FAMILY),
        ),
        ("Is the washer of ORD-20625 sealed or opened?", PAIR, ["condition of the washer"]),
        ("What is the son's name?", {"age of the son": "thirty"}, []),
        ("What is the manager's name?", {"manager": "Ida Lund"}, ["manager"]),
        ("Is that the most? And the account's current (old) postcode, please.", {"postcode": "11275"}, ["postcode"]),
    ],
)
def test_a_thing_is_heard_wherever_it_stands(message: str, facts: dict[str, str], asked: list[str]) -> None:
    assert asks_for(message, facts) == asked


def test_a_fault_asked_about_beside_a_condition_is_answered_too() -> None:
    sound = Behaviour(answers={"wrong": "No, both are fine."})
    message = "Is the washer sealed or opened, is anything wrong with either machine, and is the dryer sealed?"
    told = reply(message, facts=PAIR, behaviour=sound)
    assert told == "Condition of the washer: opened\nCondition of the dryer: sealed\nNo, both are fine."


def test_a_question_at_the_end_of_a_lists_line_is_heard_as_one() -> None:
    message = "- Your invoice, BK-1: it can be made anew. Do you mean that one of May, and may I go ahead for 20.00?"
    assert reply(message) == f"{NOT_SURE} {YES}"
    dated = Behaviour(answers={"mean may": "Yes, the one of May."})
    assert reply(message, behaviour=dated) == f"Yes, the one of May. {YES}"


def test_a_yes_to_a_proposal_answers_no_question_in_the_same_sentence() -> None:
    assert reply("Was there smoke, and do you agree to the 49.00?") == f"{NOT_SURE} {YES}"


def test_a_fact_that_speaks_of_both_options_does_not_tell_which_is_meant() -> None:
    facts = {
        "which room to cancel": "the one with breakfast",
        "what to do if it is too dear": "keep the room with breakfast and cancel the one without it",
    }
    told = "Which room to cancel: the one with breakfast."
    assert reply("Which of the two is it, the one with breakfast or the one without?", facts=facts) == told
    assert reply("Which one shall I cancel?", facts=facts) == told


def test_what_cannot_be_moved_is_refused() -> None:
    argues = Behaviour(pushes=(PUSH,))
    assert reply("The dates cannot be moved: too little time is left.", behaviour=argues) == PUSH
    assert reply("The blenders have been shipped and can't be cancelled any more.", behaviour=argues) == PUSH


def test_who_names_itself_in_the_opening_is_that_person() -> None:
    opening = "It rattles. Orsolya Benko"
    assert reply("Are you Orsolya Benko?", facts={"email": "o@example.org"}, opening=opening) == "Yes, that's right."
    assert reply("Are you Ilona Varga?", facts={"email": "o@example.org"}, opening=opening) == NOT_SURE


def test_an_order_number_is_no_serial_number() -> None:
    assert "ORD-20625" not in reply("Please tell me the serial number.")
