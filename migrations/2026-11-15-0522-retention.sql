-- Set when the bytes went because their time was over, not because somebody deleted the run.
alter table artifacts add column expired boolean not null default false;
create index artifacts_age on artifacts (workspace_id, created_at) where storage_key is not null and not erase;
create unique index artifacts_key on artifacts (storage_key) where storage_key is not null;
