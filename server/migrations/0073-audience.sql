-- A notice may be for some members only: those with an open position, or those of one partner.
alter table content_version add column audience text not null default 'ALL';
alter table content_version add column audience_partner bigint;
-- The partner's code when it was saved, as staff read it.
alter table content_version add column audience_code text;
alter table content_version add constraint a_text_has_a_known_audience
  check (audience in ('ALL', 'HOLDING', 'PARTNER') and (audience = 'PARTNER') = (audience_partner is not null));
