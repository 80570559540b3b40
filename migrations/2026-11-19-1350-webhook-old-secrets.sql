-- Every secret that a rotation replaced signs for 24 more hours, however often the endpoint is rotated meanwhile.
create table webhook_old_secrets (
  id text primary key default gen_random_uuid()::text,
  endpoint_id text not null,
  workspace_id text not null,
  secret bytea not null,
  expires_at timestamptz not null
);
create index webhook_old_secrets_endpoint on webhook_old_secrets (endpoint_id);
create index webhook_old_secrets_expiry on webhook_old_secrets (expires_at);
create index webhook_old_secrets_key on webhook_old_secrets (sealed_key(secret));
insert into webhook_old_secrets (endpoint_id, workspace_id, secret, expires_at)
  select id, workspace_id, old_secret, old_secret_expires_at from webhook_endpoints where old_secret is not null;
alter table webhook_endpoints drop column old_secret;

alter table webhook_old_secrets enable row level security;
create policy tenant on webhook_old_secrets to switchyard_tenant using (workspace_id = tenant());
grant select, insert, delete on webhook_old_secrets to switchyard_tenant;
