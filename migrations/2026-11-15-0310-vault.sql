-- The name of the key that a sealed value's data key is wrapped by (`src/vault/envelope.ts` has the layout).
create function sealed_key(sealed bytea) returns text language sql immutable strict parallel safe as $$
  select encode(substring(sealed from 7 for get_byte(sealed, 5)), 'escape') || '/' ||
    ((get_byte(sealed, 1)::bigint << 24) + (get_byte(sealed, 2) << 16) + (get_byte(sealed, 3) << 8) + get_byte(sealed, 4))
$$;

create table credentials (
  id text primary key,
  workspace_id text not null references workspaces,
  domain text not null,
  source_id text,
  -- For display: the first character, and the domain part's first character.
  username_masked text not null,
  -- Sealed, each under a data key of its own; erased with the credential.
  username bytea,
  password bytea,
  totp_secret bytea,
  mfa text not null check (mfa in ('none', 'totp', 'sms-relay', 'passkey')),
  custody text not null,
  health text not null default 'ok' check (health in ('ok', 'stale', 'failed')),
  -- Runs in a row that ended signed out.
  signed_out_runs integer not null default 0,
  created_at timestamptz not null default db_now(),
  last_used_at timestamptz,
  deleted_at timestamptz,
  check (
    case when deleted_at is null then username is not null and password is not null
    else username is null and password is null and totp_secret is null end
  )
);
create index credentials_newest on credentials (workspace_id, id desc) where deleted_at is null;
create index credentials_username_key on credentials (sealed_key(username));
create index credentials_password_key on credentials (sealed_key(password));
create index credentials_totp_key on credentials (sealed_key(totp_secret));
