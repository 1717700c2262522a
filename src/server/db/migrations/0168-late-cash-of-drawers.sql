-- What came late of before the first export is found without reading every movement: of the drawers only deposits and
-- collections are booked by themselves.
create index register_movements_booked on register_movements (pharmacy_id, kind, occurred_at)
  where kind in ('deposit', 'collection');
