-- Whether the member has ended the tour of the trade screens. Accounts of before know the screens already.
alter table player add column is_tour_over boolean not null default true;
alter table player alter column is_tour_over set default false;
