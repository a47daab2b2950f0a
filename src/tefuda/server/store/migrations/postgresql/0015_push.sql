-- The browsers of guests who want to be told of their turn while no page is open: addresses at push services.

CREATE TABLE push_subscriptions (
    endpoint TEXT COLLATE "C" PRIMARY KEY, -- https address at a push service; who knows it and the keys can send to the browser
    guest BIGINT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    p256dh BYTEA NOT NULL, -- public key of the browser
    auth BYTEA NOT NULL, -- secret of the browser
    language TEXT NOT NULL,
    origin TEXT NOT NULL, -- of the page that has subscribed
    since BIGINT NOT NULL
);

CREATE INDEX push_subscriptions_by_guest ON push_subscriptions (guest, since);
