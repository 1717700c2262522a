-- Who opened one sale of a drawer that is not counted, to print its ticket again or take it back (decision 0054).
alter table sale_events drop constraint sale_events_kind_check;
alter table sale_events add constraint sale_events_kind_check check (kind in ('date', 'opened'));
