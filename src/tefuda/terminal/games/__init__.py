"""Custom renderers for single games, one module per game, named by its slug.

A game without a module here is drawn zone by zone; `table_renderer.py` documents the module interface.
"""
