-- The observations that wait to be folded, in a narrow table of their own: a fold deletes its row here, and the wide row of the
-- observation keeps all its index entries. Ids sort by time, so the key finds the oldest.
create table router_unfolded (
  attempt_id text primary key,
  at timestamptz not null
);
alter table router_unfolded enable row level security;
insert into router_unfolded (attempt_id, at) select attempt_id, at from router_observations where folded_at is null;
alter table router_observations drop column folded_at;
