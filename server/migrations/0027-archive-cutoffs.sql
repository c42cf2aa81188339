-- Which rows stay behind a snapshot is said by each product in its own way, so the mark keeps what they said as it is.
alter table archive_mark add column cutoffs jsonb;

update archive_mark
set cutoffs = jsonb_build_object('event', event_id, 'at', at_ms, 'frozen', frozen_ms, 'sealed', sealed_ms);

alter table archive_mark
  alter column cutoffs set not null,
  drop column event_id,
  drop column at_ms,
  drop column frozen_ms,
  drop column sealed_ms;
