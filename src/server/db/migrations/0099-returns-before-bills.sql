-- The number of the last return that the columns of a bill know. Moments do not tell it: a bill has the moment at which it
-- was asked for, and a return the one at which it came, while both wait for the write lock of the pharmacy. Null: a bill
-- from before, of which the moments decide.
alter table bills add column last_return bigint;
