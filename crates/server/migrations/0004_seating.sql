-- Version 4: people can leave. `bot` is the bot that plays for a person until the person is back; a person's
-- seat without a secret (`token_hash`) has been given up for good. `ended` says why a game ended without a
-- winner: `vote`, `left` (every person gave up) or `abandoned` (nobody came for a long time). `asked` is the
-- request a table was made from, as JSON, so that a rematch can be played on a new board.
ALTER TABLE seats ADD COLUMN bot TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN ended TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN asked TEXT NOT NULL DEFAULT '';
