# KOTODAMA KOGEN: words that only the screen needs

short-verb = verb
short-adjective = adj.
short-adjectival-verb = adj. v.
short-noun = noun
short-pronoun = pron.
short-adverb = adv.
short-attributive = adn.
short-conjunction = conj.
short-interjection = interj.
short-auxiliary = aux.
short-particle = part.
short-item = item
short-score = score cards
# In a card's dialog the places are listed one a line, and the button is short.
short-action-play-somewhere = play { $card }
action-play-somewhere =
    Where { $card } can go:
    • { $places }
action-places =
    { $a }
    • { $b }
field-empty = no words on this field yet
gone-count = discards { $count }
deck-choose = Choose your deck
deck-choose-help = Players choose in secret. You can also build a deck here; it is saved in this browser.
deck-page-help = A deck that you build is saved in this browser. Choose it when a game begins.
deck-ready-made = Starter decks
deck-own = Your decks
deck-play = Play with this deck
deck-open = Edit
deck-build = Build a deck
deck-back = Back to the decks
deck-bench = Deck editor
deck-name = Deck name
deck-unnamed = Unnamed deck
deck-search = Find a word
deck-search-help = name, meaning
deck-part = Part of speech
deck-all = all
deck-cards = Cards to choose from
deck-found = { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
deck-nothing = No card fits. Try another word or part of speech.
deck-size = { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
deck-legal = Ready to play.
deck-short = Add { $count } more (30–55 cards, at most two of each).
deck-long = Remove { $count } (30–55 cards, at most two of each).
deck-more = Add { $card }
deck-fewer = Remove { $card }
deck-save = Save
deck-saved = Saved in this browser.
deck-not-saved = This browser cannot save. Copy the deck as text instead.
deck-taken = You already have a deck called “{ $name }”. Replace it?
deck-replace = Replace it
deck-rename = Choose another name
deck-unsaved = not saved yet
deck-continue = Continue
deck-delete = Delete { $name }
deck-clear = Empty the deck
deck-share = Share and import
deck-share-help = Or copy this text for a friend. To import a deck, paste its link or its text here.
deck-take = Import
deck-copy = Copy as text
deck-lost = Cannot read: { $lines }
deck-vary = Edit a copy
deck-copy-of = { $name } (copy)
deck-linked = This deck came with its link. Save it to keep it.
deck-link = Link to this deck
deck-link-help = Anyone who opens it or scans the code sees the deck and can save it.
deck-code = QR code of the link to this deck
page = Deck lists
deck-list-hidden = This deck list is hidden.
deck-left = { $left }/{ $copies }
deck-left-help = The first number leaves out the cards you can see elsewhere: it counts those in the deck, among the score cards and, for the other player, in the hand.

# Marks that explain themselves when they first appear
explain-playable = A bright edge: may be played now.
    .clause = W3.2
explain-form = The ending it takes because of the card below.
    .clause = W5.1
explain-phrase = What the stack says, read from the top.
    .clause = W4.5
explain-words = Word cards you may still play in this turn.
    .clause = W4.1

result-why = Your opponent lost { $others-event-scored ->
        [one] 1 score card
       *[other] { $others-event-scored } score cards
    }, you lost { $event-scored }.
