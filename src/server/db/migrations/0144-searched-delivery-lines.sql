-- What a search of deliveries looks in.
alter table delivery_lines add column searched text not null generated always as (folded(
  label || coalesce(' ' || lot, '') || coalesce(' ' || code, ''))) stored;
