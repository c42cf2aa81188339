-- The first answer to an idempotency key is an event of the player's history. The key stands in that row instead of in a
-- table of its own: one row and one index less for each command, and nothing to delete (decision 0020).
alter table account_event
  add column answer_key text,
  add column answer_print text,
  add constraint a_key_has_its_print check ((answer_key is null) = (answer_print is null));

update account_event
set answer_key = kept_answer.key, answer_print = kept_answer.print
from kept_answer
where account_event.player_id = kept_answer.player_id and account_event.seq = kept_answer.seq;

drop table kept_answer;

create index account_event_by_key on account_event (player_id, answer_key) where answer_key is not null;

-- Exactly the answers that the book keeps: `forgetOldAnswers` of the engine, said in SQL.
create view kept_answer as
select
  account.player_id,
  answered.key,
  answered.print,
  answered.event_id,
  answered.seq,
  answered.at
from account
cross join lateral (
  select
    newest.answer_key as key,
    newest.answer_print as print,
    newest.event_id,
    newest.seq,
    newest.at,
    max(newest.at) over () as newest_at
  from (
    select answer_key, answer_print, event_id, seq, at
    from account_event
    where account_event.player_id = account.player_id and answer_key is not null
    order by seq desc
    limit 256
  ) as newest
) as answered
where answered.at > answered.newest_at - interval '7 days';
