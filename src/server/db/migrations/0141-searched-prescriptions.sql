-- What a search of the register of listed medicines looks in; an entry is never changed. What amendments say is looked up.
alter table prescription_entries add column searched text not null generated always as (folded(
  label || coalesce(' ' || lot, '') || coalesce(' ' || patient_name, '') || coalesce(' ' || prescriber, ''))) stored;
