-- A deleted run keeps ids, times, status and money; its content goes with the tombstone.
create or replace function refuse_terminal_change() returns trigger language plpgsql as $$
declare
  content constant text[] := array['request', 'plan', 'outcome', 'domain', 'task_type'];
  erased constant jsonb := '{"request": {}, "plan": {}, "outcome": null, "domain": null, "task_type": null}';
  changed text[] := array['deleted_at'];
begin
  if new.deleted_at is not null and to_jsonb(new) @> erased then
    changed := changed || content;
  end if;
  if (to_jsonb(new) - changed) is distinct from (to_jsonb(old) - changed) then
    raise exception 'run % is terminal; only its tombstone may change', old.id;
  end if;
  return new;
end $$;

-- The body of an event is frozen until its response is deleted; from then on there is none.
alter table webhook_events add column erased_at timestamptz;
drop trigger webhook_events_frozen on webhook_events;
create trigger webhook_events_frozen before update on webhook_events
  for each row when ((old.body is not null or old.erased_at is not null) and not (new.body is null and new.erased_at is not null))
  execute function refuse_body_change();

-- What was deleted before.
update runs set request = '{}', plan = '{}', outcome = null, domain = null, task_type = null
  where deleted_at is not null and finished_at is not null;
update attempts a set result = null, error = null, block_reason = null, decision = null, session = null
  from runs r where r.id = a.run_id and r.deleted_at is not null and a.status <> 'running';
delete from run_events e using runs r where r.id = e.run_id and r.deleted_at is not null;
delete from decisions d using runs r where r.id = d.run_id and r.deleted_at is not null;
delete from interactions i using runs r where r.id = i.run_id and r.deleted_at is not null;
delete from long_task_labels l using runs r where r.id = l.run_id and r.deleted_at is not null;
update webhook_events e set body = null, erased_at = db_now()
  from runs r where r.id = e.run_id and r.deleted_at is not null;
update webhook_deliveries d
  set response_body_preview = null, status = case d.status when 'pending' then 'failed' else d.status end, next_attempt_at = null, lease_expires_at = null
  from webhook_events e where e.id = d.event_id and e.erased_at is not null;
delete from artifacts where deleted and storage_key is null;
update artifacts set name = '', content_type = '', provider_url = null, unavailable_reason = null where deleted;
