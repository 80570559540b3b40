-- Security-relevant actions, by whom and when. Rows are added and aged out, never changed.
create table audit_entries (
  id text primary key,
  workspace_id text not null,
  at timestamptz not null default db_now(),
  action text not null,
  key_id text,
  subject_id text,
  ip text
);
create index audit_entries_newest on audit_entries (workspace_id, id desc);
alter table audit_entries enable row level security;
create policy tenant on audit_entries to switchyard_tenant using (workspace_id = tenant());
grant select on audit_entries to switchyard_tenant;
