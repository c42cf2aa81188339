-- The text of a version, as it was published: what a member accepted stays readable however its page changes later. Empty
-- for versions from before texts were kept; version 1 is the sample that the app is delivered with. A version is an act of
-- staff, so the table grows by a few rows in a year.
alter table terms_version add column title_ko text not null default '';
alter table terms_version add column html_ko text not null default '';
alter table terms_version add column title_en text not null default '';
alter table terms_version add column html_en text not null default '';
