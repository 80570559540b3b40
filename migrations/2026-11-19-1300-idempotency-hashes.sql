-- From here on `key` is a keyed hash. The text of a key can name the task, and it outlived a deleted run.
delete from idempotency_keys;
comment on column idempotency_keys.key is 'Keyed hash of the idempotency key; its text is not stored.';
