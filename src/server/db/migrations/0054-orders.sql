-- What a member decided about the need of a product until the next order: other boxes, another supplier, or none of it
-- for a time. The need itself is computed when it is read.
create table order_records (
  pharmacy_id uuid not null references pharmacies,
  pharmacy_product_id uuid not null,
  -- null: as computed
  quantity int check (quantity >= 0),
  supplier_id uuid,
  -- not proposed before this day; infinity: never
  excluded_until date,
  changed_by uuid not null references users,
  changed_at timestamptz not null,
  primary key (pharmacy_id, pharmacy_product_id),
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products,
  foreign key (pharmacy_id, supplier_id) references suppliers
);

-- A closing of the list: what was ordered by it together.
create table order_preparations (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  closed_by uuid not null references users,
  closed_at timestamptz not null,
  primary key (pharmacy_id, id)
);

alter table pharmacy_counters add column order_number bigint not null default 0;

create table orders (
  pharmacy_id uuid not null references pharmacies,
  id uuid not null,
  number bigint not null,
  supplier_id uuid not null,
  preparation_id uuid,
  -- what the pharmacy did with it; what has come of it follows from its deliveries
  step text not null default 'draft' check (step in ('draft', 'sent', 'confirmed', 'canceled')),
  note text,
  created_by uuid not null references users,
  created_at timestamptz not null,
  sent_by uuid references users,
  sent_at timestamptz,
  confirmed_at timestamptz,
  canceled_by uuid references users,
  canceled_at timestamptz,
  cancel_reason text,
  primary key (pharmacy_id, id),
  unique (pharmacy_id, number),
  foreign key (pharmacy_id, supplier_id) references suppliers,
  foreign key (pharmacy_id, preparation_id) references order_preparations
);

create table order_lines (
  pharmacy_id uuid not null,
  order_id uuid not null,
  pharmacy_product_id uuid not null,
  position int not null,
  -- boxes
  quantity int not null check (quantity > 0),
  -- expected for one box, in minor units; null when no delivery told it
  price bigint check (price >= 0),
  -- boxes that are no longer awaited
  given_up int not null default 0 check (given_up >= 0),
  primary key (pharmacy_id, order_id, pharmacy_product_id),
  foreign key (pharmacy_id, order_id) references orders,
  foreign key (pharmacy_id, pharmacy_product_id) references pharmacy_products
);
create index order_lines_product on order_lines (pharmacy_id, pharmacy_product_id);

-- The order that a delivery answers.
alter table deliveries add column order_id uuid, add foreign key (pharmacy_id, order_id) references orders;
create index deliveries_order on deliveries (pharmacy_id, order_id) where order_id is not null;

grant select, insert, update, delete on order_records, order_lines to officine_app;
grant select, insert on order_preparations to officine_app;
grant select, insert, update on orders to officine_app;
do $$
declare t text;
begin
  foreach t in array array['order_records', 'order_preparations', 'orders', 'order_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_pharmacy on %I using (pharmacy_id = nullif(current_setting(''app.pharmacy_id'', true), '''')::uuid)', t);
    execute format('create policy platform on %I to %I using (true)', t, current_user);
  end loop;
  foreach t in array array['orders', 'order_lines'] loop
    execute format('create constraint trigger audited_update after update on %I deferrable initially deferred
      for each row when (audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
      execute function audit_change(''orders'', %L, ''pharmacy_id'')', t, case t when 'orders' then 'id' else 'order_id' end);
    execute format('create constraint trigger audited_existence after insert or delete on %I deferrable initially deferred
      for each row execute function audit_change(''orders'', %L, ''pharmacy_id'')', t, case t when 'orders' then 'id' else 'order_id' end);
  end loop;
end $$;
