"""The games of the house: rules only, with no clock, no input or output, and no chance.

What it does: deal a hand from a deck, say what is legal, apply an action, show each viewer what
he may know, say how the chips went, and write, replay and verify the record of all that. What it
doesn't: shuffle without being given the seed, wait, store, or speak to anybody. It imports the
standard library alone, so that an auditor needs nothing else of ours.

Read `engine.game` first: it says what every game is. A new rule set of a family is a preset in
that family's `presets.py`. A new game is a folder with an object of the shape `engine.game.Game`,
one line in the table of `engine.game`, and one for its desk in `engine.terminal.desks`. The folder
brings:

- `kinds`: its kinds of action and what each must say (`engine.actions.Shape`), made of the keys
  that `engine.actions` can read: a card, cards, a number, another seat, chips;
- `presets`, `axes`, `sources`: its rule sets and what an organiser may change (`engine.axis`), and
  `rules`, which settles them: a `MatchRules` says what its hands add up to (`engine.match`);
- `pack` and `deal`, made of the faces of `engine.cards`; what a match hands from one hand to the
  next is `Setup.carried` and `Outcome.carried`, a text that only the game reads;
- `legal`, in the words of `engine.offers`, so that the calm bot and perft need no more; `apply`,
  `default`, `waiting`, `outcome`, `view`, `seen`, `dump` and `load`;
- `bots`: a steady and a sharp one; `teller`: the words in which a hand is told (`engine.told`).

A view has the keys `rules`, `you`, `seq`, `phase`, `turn`, `dealer`, `seats` (each with `seat`,
`cards`, `stack`, `folded`), `cards` and `result`; the rest is the game's. Several seats that
choose at the same time are `Waiting.together`: what they choose is no news and no tick until all
have. Simulation, records, replay, verification, matches, stakes and the commands are the same for
all.

What a game must keep to:

- a state is a value that compares by its contents and that nobody sees change;
- `apply` is total: the next state, or IllegalAction with the state as it was;
- every action that `legal` lists is applied, and nothing else is;
- `view` and `seen` are built up from what the viewer may know, never cut down from everything;
- `waiting` and `tick` are public, so they depend on nothing secret;
- nothing depends on the order of a set or on chance: the same actions give the same states.

The tests in tests/engine hold each game to these.
"""
