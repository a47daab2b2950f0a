-- The browsers of guests who want to be told of their turn while no page is open: addresses at push services.

CREATE TABLE push_subscriptions (
    endpoint TEXT PRIMARY KEY, -- https address at a push service; who knows it and the keys can send to the browser
    guest INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    p256dh BLOB NOT NULL, -- public key of the browser
    auth BLOB NOT NULL, -- secret of the browser
    language TEXT NOT NULL,
    origin TEXT NOT NULL, -- of the page that has subscribed
    since INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX push_subscriptions_by_guest ON push_subscriptions (guest, since);
