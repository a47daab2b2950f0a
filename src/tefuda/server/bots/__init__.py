"""Processes in which bots think, on this machine or by way of a queue in the database."""
