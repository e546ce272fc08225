"""The games of the house: rules only, with no clock, no input or output, and no chance.

What it does: deal a hand from a deck, say what is legal, apply an action, show each viewer what
he may know, say how the chips went, and write, replay and verify the record of all that. What it
doesn't: shuffle without being given the seed, wait, store, or speak to anybody. It imports the
standard library alone, so that an auditor needs nothing else of ours.

Read `engine.game` first: it says what every game is. A new rule set of a family is a preset in
that family's `presets.py`. A new game is a folder with an object of the shape `engine.game.Game`,
and one line in the table of `engine.game`. What it must keep to:

- a state is a value that compares by its contents and that nobody sees change;
- `apply` is total: the next state, or IllegalAction with the state as it was;
- every action that `legal` lists is applied, and nothing else is;
- `view` and `seen` are built up from what the viewer may know, never cut down from everything;
- `waiting` and `tick` are public, so they depend on nothing secret;
- nothing depends on the order of a set or on chance: the same actions give the same states.

The tests in tests/engine hold each game to these.
"""
