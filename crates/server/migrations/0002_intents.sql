-- Version 2: every write carries the id of the intent it follows from, so that it can be recognised
-- when its answer was lost or when a browser asks again. In `events` and `chat` it is the id itself (of
-- the first line of a move; further lines have none), in `games` and `seats` its SHA-256 hash, because
-- the secret of a seat is derived from it.
ALTER TABLE games ADD COLUMN intent TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN intent TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN intent TEXT NOT NULL DEFAULT '';
ALTER TABLE chat ADD COLUMN intent TEXT NOT NULL DEFAULT '';
-- One row that is written to find out whether the database can be written to.
CREATE TABLE probe (id BIGINT PRIMARY KEY, written BIGINT NOT NULL);
INSERT INTO probe (id, written) VALUES (1, 0);
