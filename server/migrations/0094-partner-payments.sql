-- What somebody of staff asked to pay of confirmed shares, so that it is paid whole after whatever is killed, and a
-- repeated request gets its first answer. Deleted two days later: keys live for a day.
create table partner_payment (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  staff_id bigint not null,
  key text,
  fingerprint text not null,
  through_day int not null,
  partner_id bigint,
  reason text not null,
  shares bigint[] not null,
  -- More was confirmed than one request pays.
  has_more boolean not null,
  created_ms bigint not null,
  -- Null until everything of it is paid or refused.
  answer text,
  constraint a_key_pays_once unique (staff_id, key)
);

create index partner_payment_to_finish on partner_payment (site_id, id) where answer is null;
create index partner_payment_by_age on partner_payment (created_ms) where answer is not null;
