alter table suppliers
  -- below it an order is not delivered, or costs its delivery; without VAT, in minor units
  add column minimum_order bigint check (minimum_order >= 0),
  -- what the pharmacy may owe it at most, with what was delivered and is not billed yet
  add column credit_limit bigint check (credit_limit >= 0);
