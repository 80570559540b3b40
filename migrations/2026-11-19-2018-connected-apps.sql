-- A program that a person connected by OAuth. Its key carries the permissions, the spend limit and the revocation.
create table connected_apps (
  key_id text primary key references api_keys on delete cascade,
  workspace_id text not null references workspaces,
  client_id text not null,
  redirect_host text not null
);
alter table connected_apps enable row level security;
create policy tenant on connected_apps to switchyard_tenant using (workspace_id = tenant());
grant select, insert on connected_apps to switchyard_tenant;

-- Codes, tokens, grants and clients of OAuth by the hash of their value, which is not stored.
create table oauth_items (
  kind text not null,
  hash bytea not null,
  key_id text references api_keys on delete cascade,
  grant_id text,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, hash)
);
create index oauth_items_key on oauth_items (key_id) where key_id is not null;
create index oauth_items_grant on oauth_items (grant_id) where grant_id is not null;
create index oauth_items_expiry on oauth_items (expires_at);
alter table oauth_items enable row level security;
create policy tenant on oauth_items to switchyard_tenant
  using (key_id in (select id from api_keys where workspace_id = tenant()));
grant select, delete on oauth_items to switchyard_tenant;
