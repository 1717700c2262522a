-- Set when a statement is reopened that was validated at the first export, of a month before it: the books of the
-- accountant began with its total, which is not booked again when it is validated again.
alter table bill_statements add column in_opening boolean not null default false;
