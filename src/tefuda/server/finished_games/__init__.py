"""What becomes of finished games: records, reviews, pictures, series, and new games from a moment of one."""
