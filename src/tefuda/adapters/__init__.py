"""Tefuda's games for other libraries: OpenSpiel, PettingZoo and Gymnasium, each an extra of the package."""
