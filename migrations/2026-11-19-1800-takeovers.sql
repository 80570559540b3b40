-- How many executors in a row went away with the run, without progress between.
alter table runs add column takeovers smallint not null default 0;
