-- The zip of a session's downloads, in parts of about a megabyte: a large value in one statement would hold up the whole process.
create table session_downloads (
  session_id text not null references browser_sessions on delete cascade,
  part int not null,
  bytes bytea not null,
  created_at timestamptz not null default db_now(),
  primary key (session_id, part)
);
alter table session_downloads enable row level security;
create policy tenant on session_downloads to switchyard_tenant
  using (exists (select from browser_sessions s where s.id = session_id));
grant select on session_downloads to switchyard_tenant;

insert into session_downloads (session_id, part, bytes, created_at)
  select session_id, 0, bytes, created_at from session_files where kind = 'downloads';
delete from session_files where kind = 'downloads';
