-- Where the browser of a session is; null where nobody says. It used to be what the caller wished.
alter table browser_sessions alter column region drop not null;
update browser_sessions set region = null;
