"""What is under `engine.melds`: tables of runs and sets, the search over them, the melds it lays.

`search` tells the idea, `runs` and `sets` what the tables hold, `bounded` how they stay small.
"""
