-- Null: every permission, which keys of before have.
alter table api_keys add column permissions text[] check (permissions <@ array['runs', 'vault', 'webhooks', 'workspace']);
alter table api_keys add column expires_at timestamptz;
