-- The second wall between workspaces: what is done for a caller is done as `switchyard_tenant`, to whom the server shows
-- the rows of the caller's workspace and no others, whatever a statement forgets to say. The service's own work (running,
-- sweeping, sending, settling) is done as the tables' owner.
do $$
declare
  before text := current_setting('role');
begin
  if not exists (select from pg_roles where rolname = 'switchyard_tenant') then
    create role switchyard_tenant nologin;
  end if;
  begin
    perform set_config('role', 'switchyard_tenant', true), set_config('role', before, true);
  exception when insufficient_privilege then
    execute format('grant switchyard_tenant to %I', current_user);
  end;
exception
  -- Roles belong to the server: another database on it was faster.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'this database user may not create roles; have an administrator run: create role switchyard_tenant nologin; grant switchyard_tenant to %;', quote_ident(current_user);
end $$;

create function tenant() returns text language sql stable as $$ select current_setting('switchyard.workspace', true) $$;

do $$
declare owned text;
begin
  foreach owned in array array['api_keys', 'ledger_entries', 'balances', 'runs', 'idempotency_keys', 'artifacts', 'replays',
    'webhook_endpoints', 'webhook_events', 'credentials', 'signed_in_states', 'run_secrets'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy tenant on %I to switchyard_tenant using (workspace_id = tenant())', owned);
  end loop;
  foreach owned in array array['attempts', 'run_events', 'interactions', 'live_views'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy tenant on %I to switchyard_tenant
                    using (exists (select from runs r where r.id = run_id))', owned);
  end loop;
end $$;

alter table workspaces enable row level security;
create policy tenant on workspaces to switchyard_tenant using (id = tenant());
alter table accounts enable row level security;
alter table provider_logins enable row level security;
alter table webhook_deliveries enable row level security;
create policy tenant on webhook_deliveries to switchyard_tenant
  using (exists (select from webhook_endpoints e where e.id = endpoint_id));

do $$ begin execute format('grant usage on schema %I to switchyard_tenant', current_schema()); end $$;
grant select on workspaces, runs, attempts, interactions, artifacts, webhook_events to switchyard_tenant;
grant select, insert, update on webhook_endpoints, credentials to switchyard_tenant;
grant select, update on webhook_deliveries to switchyard_tenant;
grant select, update on signed_in_states to switchyard_tenant;
