-- Keys at providers that a workspace brings itself. Write-only: the values are sealed together, only their names are shown.
create table provider_keys (
  id text primary key,
  workspace_id text not null references workspaces,
  family text not null,
  parts text[] not null,
  secrets bytea not null,
  created_at timestamptz not null default db_now(),
  updated_at timestamptz not null default db_now(),
  unique (workspace_id, family)
);
create index provider_keys_key on provider_keys (sealed_key(secrets));
alter table provider_keys enable row level security;
create policy tenant on provider_keys to switchyard_tenant using (workspace_id = tenant());
grant select, insert, update, delete on provider_keys to switchyard_tenant;

-- The attempt works under the workspace's own key: only the fee is billed, and whoever goes on with it uses the same account.
alter table attempts add column own_key boolean not null default false;

-- Where the attempt runs at its provider, as the provider names it, and where it can be watched there.
alter table attempts add column session json;
