-- The AIB of a sale is a line of its own; `levied` is its amount, which is the state's and no turnover. Earlier sales have
-- none.
alter table sale_records add column levy text check (levy in ('A', 'B')),
  add check (levy is null or stock_item_id is null and quantity = 1);
create unique index sale_records_one_levy on sale_records (pharmacy_id, sale_id) where levy is not null;

alter table sales add column levied bigint not null default 0 check (levied between 0 and total);
