-- Boxes that did not come with a delivery and that nobody awaits any more: its order counts them as given up, as long as
-- the delivery is not canceled.
alter table delivery_lines add column given_up int not null default 0 check (given_up >= 0);
