-- The version is that of the deployed code, not a setting of a site.
alter table site drop column app_version;
