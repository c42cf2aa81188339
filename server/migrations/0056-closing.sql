-- Names the closing that the owner asked for: set before the desk is asked and cleared by its refusal, so that a start
-- after a stop in between knows what to finish.
alter table player add column closing_key text;
create index player_closing on player (id) where closing_key is not null and closed_at is null;
