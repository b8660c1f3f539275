"""Natural messages that a scripted user once misheard: choices, limits, hours, second addresses, consent."""

from __future__ import annotations

import pytest

from thinkingbox_plugin.mentions import mentions
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users import Behaviour, ScriptedUser, asks_for
from thinkingbox_plugin.users.topics import Topic
from thinkingbox_plugin.users.wording import statement

OPENING = "My stay in Lisbon: I may have to get out of it. Can you help me?"
YES = "Yes, please go ahead."
NOT_SURE = "I'm not sure about that."
NO_PREFERENCE = "I have no preference."


def talk(
    *messages: str,
    facts: dict[str, str] | None = None,
    behaviour: str | Behaviour = "",
    opening: str = OPENING,
) -> list[str]:
    """What the user answers to each of ``messages``, said one after another."""
    user = ScriptedUser(opening, facts or {"email": "m@example.org"}, behaviour)
    conversation = [Message("user", opening)]
    for message in messages:
        conversation.append(Message("assistant", message))
        conversation.append(Message("user", user.answer(conversation)))
    return [said.content for said in conversation[2::2]]


def reply(
    message: str, *, facts: dict[str, str] | None = None, behaviour: str | Behaviour = "", opening: str = OPENING
) -> str:
    """What the user answers to ``message`` alone."""
    return talk(message, facts=facts, behaviour=behaviour, opening=opening)[0]


# -- which of two

WHICH = {"email": "m@example.org", "which booking": "the one at Pensao Alecrim"}


@pytest.mark.parametrize(
    "message",
    [
        "Which of them is it about?",
        "You have two bookings from Friday. Which of them is it about?",
        "There are two of them. Which one do you mean?",
        "Which hotel do you want to cancel: Casa do Azulejo or Pensao Alecrim?",
        "Do you mean the Casa do Azulejo or the Pensao Alecrim?",
        "Is it the one at Casa do Azulejo?",
        "Is it Casa do Azulejo or Pensao Alecrim that you want to leave?",
        "Which booking do you mean?",
    ],
)
def test_a_fact_says_which_of_two_is_meant(message: str) -> None:
    assert reply(message, facts=WHICH) == "Which booking: the one at Pensao Alecrim."


def test_a_fact_that_says_which_of_other_things_is_kept_back() -> None:
    facts = {"email": "m@example.org", "which extras": "the two of 14.00"}
    answer = reply("You have two bookings from Friday. Which of them is it about?", facts=facts)
    assert answer == NOT_SURE


@pytest.mark.parametrize(
    "message", ["Shall I cancel it or leave it?", "Do you want to cancel BK-52069 or leave the booking?"]
)
def test_a_choice_that_the_opening_settles_is_answered_with_its_words(message: str) -> None:
    opening = "I do the bookings here, and cannot make my trip to Prague, BK-52069. Ask the hotel, and then cancel."
    assert reply(message, opening=opening) == "As I said: Ask the hotel, and then cancel."


def test_to_leave_a_place_is_not_to_leave_it_as_it_is() -> None:
    assert reply("Shall I cancel it or leave it?", opening="Nothing works here. We leave on Sunday!") == NOT_SURE


def test_a_choice_between_two_names_is_answered_with_the_one_in_the_opening() -> None:
    opening = "I want out of my stay. It is the Tejo Norte one."
    assert reply("Which hotel do you mean: Tejo Norte or Casa do Azulejo?", opening=opening) == (
        "As I said: It is the Tejo Norte one."
    )


@pytest.mark.parametrize(
    "message",
    [
        "Shall I cancel both on these terms, or only New York?",
        "Shall I cancel it or leave it?",
        "Which hotel do you want to cancel: Casa do Azulejo or Pensao Alecrim?",
    ],
)
def test_where_nothing_settles_a_choice_the_user_feigns_no_preference(message: str) -> None:
    assert reply(message, opening="What can be done about my journeys?") == NOT_SURE


def test_a_fact_on_what_to_do_settles_whether_to_do_it() -> None:
    facts = {"email": "m@example.org", "what to do if it is too dear": "leave it as it is"}
    assert reply("Shall I cancel it or leave it?", facts=facts) == "What to do if it is too dear: leave it as it is."


def test_to_wait_for_a_thing_is_an_option_too() -> None:
    keen = Behaviour(answers={"refund": "No money, I can wait."})
    assert reply("Would you like a refund, or wait for a new one?", behaviour=keen) == "No money, I can wait."
    assert reply("Would you like a refund or wait for a new one?") == NOT_SURE


def test_an_amount_that_would_be_accepted_is_no_answer_to_a_choice() -> None:
    keen = Behaviour(accepts=("1500.00",))
    message = "You get 1500.00 back for New York. Shall I cancel both on these terms, or only New York?"
    assert reply(message, behaviour=keen, opening="Hello.") == NOT_SURE


def test_options_and_the_question_which_of_them_are_no_proposal() -> None:
    message = "I can offer: A) new dates in May, B) the stay as booked, C) the money back. Which of them do you want?"
    assert reply(message) == NOT_SURE
    choice = {"email": "m@example.org", "another hotel or money back": "another hotel"}
    message = "I can offer A) another hotel, The Azulejo, or B) the money back. Which do you want?"
    assert reply(message, facts=choice) == "Another hotel or money back: another hotel."


def test_a_ready_answer_on_something_else_in_the_message_is_no_answer_to_which() -> None:
    facts = {"email": "m@example.org", "another hotel or money back": "another hotel"}
    behaviour = Behaviour(answers={"BK-52191": "BK-52191, yes.", "which booking": "BK-52191."})
    message = "BK-52191 is tonight's booking. I can offer A) another hotel or B) the money back. Which do you want?"
    assert reply(message, facts=facts, behaviour=behaviour) == "Another hotel or money back: another hotel."


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("which booking", "the one at A", "Which booking: the one at A."),
        ("flight numbers", "PK 1, PK 2", "My flight numbers are PK 1, PK 2."),
        ("until what date", "3 May", "Until what date: 3 May."),
        ("address", "6 Brewery Yard", "My address is 6 Brewery Yard."),
        ("other email", "m@example.com", "Another email of mine is m@example.com."),
        ("cancel or new dates", "cancel both rooms", "Cancel or new dates: cancel both rooms."),
        ("names to exchange", "A is replaced by B", "Names to exchange: A is replaced by B."),
    ],
)
def test_a_fact_is_told_in_a_grammatical_sentence(name: str, value: str, told: str) -> None:
    assert statement(Topic.of(name), value) == told


# -- hours, limits, addresses


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        ("Until what hour do you need the room?", "until what time the room is needed"),
        ("Until what hour?", "until what time the room is needed"),
        ("Until which hour would you like to keep the room?", "until what time the room is needed"),
        ("At what time will you leave the room?", "until what time the room is needed"),
        ("At what hour would you like the room on Friday?", "early check-in time"),
        ("From what hour do you need it?", "early check-in time"),
        ("What is your limit?", "maximum loss"),
        ("How much may it cost at most?", "maximum loss"),
        ("What is the most it may cost you?", "maximum loss"),
        ("How much are you ready to lose at most?", "maximum loss"),
        ("What is the maximum you would pay?", "maximum loss"),
        ("What is your limit?", "the most that cancelling may cost"),
        ("How much may it cost at most?", "the most that cancelling may cost"),
        ("What is the most you would pay for cancelling?", "the most that cancelling may cost"),
        ("What is the most you would pay?", "the most that she pays for express"),
        ("May you have used another address?", "another email address"),
        ("May you have used another e-mail address?", "another email address"),
        ("Might you have booked with a different e-mail?", "another email address"),
        ("Is there another address we may have?", "another email address"),
        ("Is there another e-mail address on file?", "another email address"),
        ("Might another e-mail be on file?", "another email address"),
        ("What is the name of your firm for the second line?", "name of the firm"),
        ("Please give me the full address.", "address of the office"),
    ],
)
def test_a_paraphrase_reaches_the_fact(message: str, fact: str) -> None:
    assert asks_for(message, ["email", fact]) == [fact]


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        ("What is your address?", "another email address"),
        ("What is your e-mail address?", "another email address"),
        ("What is the limit of your credit card?", "the most that cancelling may cost"),
        ("The refund takes an hour. Is that a problem?", "until what time the room is needed"),
        ("We can hold it for one hour.", "until what time the room is needed"),
        ("What is the name of your hotel?", "name of the firm"),
    ],
)
def test_what_only_sounds_like_a_fact_does_not_reach_it(message: str, fact: str) -> None:
    assert asks_for(message, [fact]) == []


IDENTITY = {"another email address": "m@example.com", "last four digits of the phone number": "0194"}


@pytest.mark.parametrize(
    "message",
    [
        "Another e-mail address, or a loyalty number, or the last four digits of your phone?",
        "Is there another e-mail address, a loyalty number or the last four digits of your phone number?",
        "Could you give me another e-mail address, your loyalty number or the last four digits of your phone?",
        "Do you have another e-mail address? Or a loyalty number, or the last four digits of your phone number?",
        "Might another e-mail be on file, or give me your postcode or the last four digits of your phone?",
    ],
)
def test_of_several_alternatives_all_that_are_known_are_told_and_nothing_is_said_of_the_rest(message: str) -> None:
    assert reply(message, facts=IDENTITY) == (
        "Another email address: m@example.com\nLast four digits of the phone number: 0194"
    )


def test_an_alternative_that_has_a_ready_answer_is_told_too() -> None:
    behaviour = Behaviour(answers={"another email": "Perhaps m@example.net."})
    facts = {"email": "m@example.org", "postcode": "11288"}
    message = "Is there another e-mail address, your postcode or the last four digits of your phone?"
    assert reply(message, facts=facts, behaviour=behaviour) == "My postcode is 11288. Perhaps m@example.net."
    second = Behaviour(answers={"other email": "Yes, there is m2@example.net."})
    asked = "May I have your e-mail address and the order number?"
    assert "m2@example.net" not in reply(asked, behaviour=second, facts={"order number": "ORD-1"})
    booked = Behaviour(answers={"as booked": "No, then cancel it."})
    asked = "May I have your e-mail address and the booking or order number?"
    assert reply(asked, facts=facts, behaviour=booked) == "My email is m@example.org."
    asked = "May I have your e-mail address and the order number?"
    assert reply(asked, facts=facts, behaviour=Behaviour(answers={"email": "Perhaps m@example.net."})) == (
        "My email is m@example.org. I'm afraid I don't know the order number."
    )


def test_until_when_is_not_from_when() -> None:
    assert asks_for("Until what time do you need the room?", ["early check-in time"]) == []
    assert asks_for("From what time do you need the room?", ["early check-in time"]) == ["early check-in time"]


# -- two things in one sentence


@pytest.mark.parametrize(
    "message",
    [
        "Please give me your e-mail address first, so that I can ask the hotel and see what can be done.",
        "Please give me the e-mail address of your own profile first, so that I can check your identity; then I ask "
        "the hotel and see what can be done.",
        "Could you tell me your e-mail address, so that I can find out what would be possible?",
    ],
)
def test_what_a_request_is_for_is_no_offer_of_help(message: str) -> None:
    assert reply(message) == "My email is m@example.org."


def test_a_request_joined_to_a_question_gets_both() -> None:
    message = "I need the e-mail address of your profile; is BK-52175 the booking you hold?"
    facts = {"email": "m@example.org", "booking number": "BK-52175"}
    both = "Yes, my booking number is BK-52175."
    assert reply(message, facts=facts) == f"{both} My email is m@example.org."
    assert reply(message) == f"My email is m@example.org. {NOT_SURE}"
    aged = {"email": "m@example.org", "age of the child": "seven"}
    assert asks_for("I need your e-mail address, and how old is the child?", aged) == list(aged)


def test_a_question_of_time_beside_another_is_no_proposal() -> None:
    message = "Until what day do you want to stay, and are you travelling alone?"
    assert reply(message) == f"I'm afraid I don't know the day. {NOT_SURE}"


# -- ready answers and consent

LONDON = Behaviour(
    accepts=("10.75",),
    answers=dict.fromkeys(
        ("London cancel", "London move", "London proceed"), "Move London to 8 to 11 January then, if it is cheap."
    ),
)


def test_a_ready_answer_given_before_leaves_consent_to_be_given() -> None:
    said = talk(
        "London is not free to cancel: shall I cancel London all the same?",
        "Moving London to 8 to 11 January costs 10.75. Shall I move London?",
        "Shall I proceed with moving London to 8 to 11 January?",
        behaviour=LONDON,
    )
    assert said == ["Move London to 8 to 11 January then, if it is cheap.", YES, YES]


def test_a_ready_answer_that_turns_something_down_is_given_again() -> None:
    behaviour = Behaviour(answers={"refund": "No money, please. I want the same one again."})
    asked = "Would you like a refund?"
    assert (
        talk(asked, "Shall I refund the vacuum then?", behaviour=behaviour)
        == ["No money, please. I want the same one again."] * 2
    )
    limit = Behaviour(answers={"cancel": "Only if it costs 70 euros at most."})
    assert talk("Shall I cancel?", "Shall I cancel for 90.00?", behaviour=limit)[1] != YES


def test_a_wish_given_before_is_given_again_to_what_is_not_the_wish() -> None:
    behaviour = Behaviour(answers={"dates": "Then 12 to 15 December, please."})
    asked = "February cannot be had. What other dates would suit you?"
    wrong = "Shall I book the dates of 5 to 8 December for 33.00?"
    right = "Shall I book the dates of 12 to 15 December for 33.00?"
    wish = "Then 12 to 15 December, please."
    assert talk(asked, wrong, right, behaviour=behaviour) == [wish, wish, YES]
    dear = Behaviour(answers={"send again": "Send it again, if it costs no more than thirty dollars."})
    assert talk("Shall I send it again?", "Shall I send it again for 33.00?", behaviour=dear)[1] != YES


def test_a_word_on_who_is_meant_given_before_leaves_consent_to_be_given() -> None:
    behaviour = Behaviour(answers={"booking": "BK-52191, the one that starts tonight."})
    said = talk("Which booking is it?", "Shall I cancel the booking for 33.00?", behaviour=behaviour)
    assert said == ["BK-52191, the one that starts tonight.", YES]


def test_a_ready_answer_to_which_is_none_to_shall_i() -> None:
    behaviour = Behaviour(answers={"which booking": "The one from 22 May.", "what time": "From 09:00, please."})
    assert reply("Shall I change the booking?", behaviour=behaviour) == YES
    assert reply("Shall I ask the hotel for that time?", behaviour=behaviour) == YES
    assert reply("Shall I book 14:00 as that time?", behaviour=behaviour) == "From 09:00, please."
    assert reply("What time shall I ask for, and do you agree to the fee?", behaviour=behaviour) == (
        f"From 09:00, please. {YES}"
    )
    assert reply("Which booking shall I change?", behaviour=behaviour) == "The one from 22 May."
    careful = Behaviour(answers={"how proceed": "Cancel only what costs nothing."})
    assert reply("Shall I proceed with both?", behaviour=careful) == "Cancel only what costs nothing."


def test_a_ready_answer_about_a_refusal_waits_for_it() -> None:
    behaviour = Behaviour(answers={"refused half board": "Then only the dates."})
    ask = "Shall I ask the approver for half board, and fall back only if it is refused?"
    assert reply(ask, behaviour=behaviour) == YES
    gone = "The approver has refused half board. Shall I move the dates without half board?"
    assert talk(ask, gone, behaviour=behaviour) == [YES, "Then only the dates."]


def test_an_answer_about_one_part_does_not_swallow_the_consent_to_another() -> None:
    behaviour = Behaviour(answers={"London cancel": "Leave London as it is.", "London about": "Leave London as it is."})
    message = "Shall I cancel Prague for 279.40, and what shall I do about London?"
    assert reply(message, behaviour=behaviour) == f"Leave London as it is. {YES}"


def test_a_ready_answer_on_a_person_is_none_to_how_old_the_person_is() -> None:
    behaviour = Behaviour(answers={"brother daughter": "Then my brother alone."})
    assert reply("How old is your brother's daughter?", behaviour=behaviour) == NOT_SURE
    aged = Behaviour(answers={"child": "The child is seven."})
    assert reply("How old is the child?", behaviour=aged) == "The child is seven."


def test_an_answer_without_words_of_its_own_is_given_to_its_question_alone() -> None:
    behaviour = Behaviour(answers={"why": "The room is too narrow."})
    assert reply("What is your postcode?", behaviour=behaviour) == "I'm afraid I don't know the postcode."
    assert reply("Why do you return it?", behaviour=behaviour) == "The room is too narrow."


def test_an_answer_is_ready_for_a_request_of_a_thing_that_is_no_fact() -> None:
    behaviour = Behaviour(answers={"check booking number": "I have only this one."})
    message = "There is no such booking. Please check the booking number."
    assert reply(message, behaviour=behaviour) == "I have only this one."


def test_a_fault_denied_leaves_the_consent_beside_it() -> None:
    behaviour = Behaviour(answers={"faulty": "No, all is in order."})
    message = "Is the screen faulty, and shall I register the return?"
    assert reply(message, behaviour=behaviour) == f"No, all is in order. {YES}"


def test_a_ready_answer_does_not_repeat_a_fact_just_told() -> None:
    facts = {"preferred date": "30 September"}
    behaviour = Behaviour(answers={"27th": "I would rather have 30 September."})
    message = "The 27th is free. Which date would you like, and is the 27th good?"
    assert reply(message, facts=facts, behaviour=behaviour) == "My preferred date is 30 September."


def test_a_date_told_as_a_wish_is_not_called_unknown() -> None:
    facts = {"email": "m@example.org", "preferred date": "30 September, in the morning"}
    told = "Email: m@example.org\nPreferred date: 30 September, in the morning"
    assert reply("Please tell me your e-mail address, the new day and the half day.", facts=facts) == told


def test_a_wish_told_before_settles_whether_to_do_it_or_leave_it() -> None:
    facts = {"preferred date": "Saturday 27 September"}
    message = "Shall I book Saturday 27 September for 69.00, or leave it?"
    other = "Then shall I book Friday 26 September for 69.00, or leave it?"
    told = "My preferred date is Saturday 27 September."
    assert talk("Which date would you like?", message, facts=facts) == [told, YES]
    assert talk("Which date would you like?", other, facts=facts)[1] != YES


# -- the yes alone


@pytest.mark.parametrize(
    "message",
    [
        "The fee is 30.00, is charged to your card today, and 12.00 comes back. Shall I go ahead?",
        "The contract asks for no approval: I need not ask her. The charge is 20.00. Do you agree?",
        "Then I need a plain answer: shall I make the change for 20.00? Yes or no.",
        "I need your clear yes: shall I cancel for 20.00?",
        "New York: 1500.00 back. London: 109.92 is kept. Does the rest stay? It does. Shall I go ahead?",
        "The 96.00 go to the card, the 20.00 to the voucher. Why 96.00? It is 10 % of 960.00. Shall I go ahead?",
        "Refund of 64.00 to your card? Shall I go ahead?",
        "I cancel the vacuum, refund 120.00 to your card? Shall I go ahead?",
        "You get a free label, and the balance of 20.00 goes to your card. Is that all right?",
        "It is free of charge. Please confirm that this is right and that I may go ahead.",
        "Shall I ask for the 14th, else extend to the 13th?",
        "Shall I ask the approver for the 14th?",
    ],
)
def test_a_yes_stands_alone_where_nothing_else_is_asked(message: str) -> None:
    assert reply(message) == YES


@pytest.mark.parametrize(
    "message",
    [
        "Please confirm: cancel BK-52069, a penalty of 3200.00, refund 1200.00 to the card.",
        "Please confirm: the cancellation of BK-52069 at 3200.00.",
        "Please confirm: I cancel BK-52069 and you pay 3200.00.",
        "Please confirm: cancel the double and the single, the family room stays.",
        "Please confirm: cancel the booking?",
        "Kindly confirm: 64.00 goes back to your card.",
    ],
)
def test_what_is_to_be_confirmed_is_agreed_to_or_not(message: str) -> None:
    facts = {"the most that cancelling may cost": "3500 crowns", "which rooms to cancel": "the double"}
    assert reply(message, facts=facts) == YES
    assert reply(message, facts=facts, behaviour=Behaviour(agrees=False)) == "No, thank you. I don't agree to that."


@pytest.mark.parametrize(
    "message",
    [
        "What is your e-mail address? I also need to know whatever device shows what fault.",
        "Please give me your e-mail address and the device shows what fault.",
    ],
)
def test_what_was_misheard_is_not_denied_beside_what_is_told(message: str) -> None:
    assert reply(message) == "My email is m@example.org."


def test_the_matter_with_a_thing_is_told_from_the_opening() -> None:
    opening = "The spa was closed all week."
    assert reply("What is the matter with the spa?", opening=opening) == f"As I said: {opening}"


def test_facts_that_are_to_be_confirmed_are_told() -> None:
    facts = {"name": "Dana", "email": "m@example.org"}
    assert asks_for("Please confirm: your name and e-mail address.", facts) == ["name", "email"]


def test_a_confirmation_that_the_user_holds_is_no_consent() -> None:
    told = reply("Is there another booking number on your confirmation?")
    assert YES not in told
    assert not mentions(told, "m@example.org")
