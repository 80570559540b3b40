create index replays_age on replays (updated_at);
