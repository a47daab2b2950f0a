"""Drawings of their own for games that deserve one, a module a game, named by its slug.

A game without a module here is drawn zone by zone.  `drawing.py` says what a module may hold.
"""
