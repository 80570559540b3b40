-- A file whose bytes are not here: where its provider still has it, and why it is not.
alter table artifacts add column provider_url text, add column unavailable_reason text;
-- Set with the deletion of the run, so that files need not ask for it.
alter table artifacts add column deleted boolean not null default false;
update artifacts a set deleted = true from runs r where r.id = a.run_id and r.deleted_at is not null;
