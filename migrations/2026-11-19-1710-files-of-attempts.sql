-- The pictures of a run are those of the attempt behind its outcome.
alter table artifacts add column attempt_id text;
