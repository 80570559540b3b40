-- Several attempts of one run at once. What an attempt saw of the site's defence is kept for the router to learn from;
-- what the run is about is a column, for the same.
alter table attempts add column defense text;
alter table runs add column domain text;
alter table runs add column task_type text;
