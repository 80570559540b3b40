-- A console session, or a link to one, that a key vouches for: the limits of the key hold, and it ends with the key.
-- `claim` is the token of the claim link, masked by the cookie or the link that alone can show it again.
alter table console_sessions
  add column key_id text references api_keys on delete cascade,
  add column claim bytea;
alter table one_time_links
  add column key_id text references api_keys on delete cascade,
  add column claim bytea;
create index console_sessions_key on console_sessions (key_id) where key_id is not null;
