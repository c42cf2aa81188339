-- Staff look at inquiries of one status, newest first.
create index contact_by_status on contact (site_id, status, id);
