"""Tefuda (手札): a card table for five rare Japanese card games."""

__version__ = "0.1.0"
