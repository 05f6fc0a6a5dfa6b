CREATE TABLE IF NOT EXISTS report (
    id bigserial PRIMARY KEY,
    replica text NOT NULL,
    epoch bigint NOT NULL,
    began timestamptz NOT NULL,
    ended timestamptz
);
