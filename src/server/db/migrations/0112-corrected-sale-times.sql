-- A till whose clock is wrong: sold_at is the corrected instant, said_at what the till said; null when they are the same.
alter table sales add column said_at timestamptz;
-- A clock that is behind is corrected now; the flag said of a clock that was never set.
update sales set flags = array_replace(flags, 'clock:behind', 'clock:unset') where 'clock:behind' = any(flags);
