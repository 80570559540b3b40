-- A workspace has many keys: each has a name, says when it was last used, and may have a limit. Runs name their key.
alter table api_keys add column name text not null default '';
alter table api_keys add column last_used_at timestamptz;
create index api_keys_workspace on api_keys (workspace_id);
alter table runs add column key_id text;

-- What the runs of a key have spent and hold. Changed in the transaction that moves the balance of the workspace.
create table key_budgets (
  key_id text primary key references api_keys,
  workspace_id text not null,
  limit_micro bigint check (limit_micro >= 0),
  spent_micro bigint not null default 0
) with (fillfactor = 50);
insert into key_budgets (key_id, workspace_id) select id, workspace_id from api_keys;

alter table key_budgets enable row level security;
create policy tenant on key_budgets to switchyard_tenant using (workspace_id = tenant());
grant select, insert on key_budgets to switchyard_tenant;
grant select, insert, update on api_keys to switchyard_tenant;
