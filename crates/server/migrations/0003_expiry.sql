-- Version 3: tables nobody comes back to leave the list. `expires` is the Unix time in seconds at which that
-- happens unless somebody comes; 0 for tables older than this version. `private` tables are never listed.
ALTER TABLE games ADD COLUMN expires BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_by_age ON games (finished, created);
