-- Lists are ordered and bounded by what they show: the time of creation in milliseconds, then the id.
alter table runs alter column created_at type timestamptz(3) using date_trunc('milliseconds', created_at);
alter table runs alter column created_at set default date_trunc('milliseconds', db_now());
drop index runs_newest;
create index runs_newest on runs (workspace_id, created_at desc, id desc) where deleted_at is null;
-- A live page is found by its token alone.
create unique index runs_view_token on runs (view_token);
