-- What an organization owes on account of its income tax (AIB) when it buys; null: nothing.
alter table organizations add column aib text check (aib in ('A', 'B'));
