-- What is sold when, of which lot and to whom: everything after it is copied from here. Day 0 is the oldest, sale 1 the first.
create schema years;
create function years.random(n bigint, salt int) returns int language sql immutable parallel safe as $$
  select (hashint8extended(n, salt + :seed * 1000) & 2147483647)::int
$$;
-- 32 digits as a version 7 uuid, as tills make them
create function years.uuid(digits text) returns uuid language sql immutable parallel safe as $$
  select overlay(overlay(digits placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid
$$;
create function years.id(kind text, n bigint) returns uuid language sql immutable parallel safe as $$
  select years.uuid(md5(kind || '/' || n || '/' || :seed))
$$;
create function years.midnight(day int) returns timestamptz language sql immutable parallel safe as $$
  select (:today - (:days - 1 - day))::timestamp at time zone 'UTC'
$$;

-- One of 200 is canceled, another is replaced by the next one, one of 60 partly brought back.
create unlogged table years.sale as
select n, day, at, years.uuid(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || right(md5('sale' || n), 20)) as id,
  1 + n % 3 as seller, years.id('register', day * 10 + n % 3) as register_id,
  case when n % 200 = 150 and n < :days * :daily then at + interval '6 minutes' when n % 200 = 50 then at + interval '10 minutes' end as canceled_at,
  n % 200 = 150 and n < :days * :daily as replaced, n % 200 = 151 as replaces, n % 60 = 7 as brought_back, type,
  case type when 'INSURANCE' then 4 * (1 + drawn / 4) when 'CREDIT' then 1 + 2 * (drawn % 20)
    else case when years.random(n, 4) % 10 < 3 then 1 + drawn end end as person, 1 + drawn % 5 as organization
from (
  select n, day, date_trunc('milliseconds', years.midnight(day) + interval '7 hours' + interval '13 hours' * ((n - 1) % :daily + 0.5) / :daily) as at,
    years.random(n, 3) % (50 + n / 15) as drawn,
    case when n % 60 = 7 or chance < 60 then 'CASH' when chance < 75 then 'MOBILE_MONEY' when chance < 87 then 'INSURANCE' when chance < 91 then 'CREDIT'
      when chance < 93 then 'CREDIT_ORG' when chance < 98 then 'CREDIT_CARD' else 'CHEQUE' end as type
  from generate_series(1, :days * :daily) n, lateral (select (n - 1) / :daily as day, years.random(n, 5) % 100 as chance) drawn
) drawn;
alter table years.sale add primary key (n);

create unlogged table years.product as
select p, years.id('medicine', p) as medicine_id, years.id('product', p) as id, 5 * (100 + p * 37 % 900) as price, 3 * (100 + p * 37 % 900) as cost,
  (array['DOLIPRANE', 'AMOXICILLINE', 'EFFERALGAN', 'ARTEMETHER', 'METFORMINE', 'AMLODIPINE', 'CIPROFLOXACINE', 'IBUPROFENE', 'OMEPRAZOLE', 'VITAMINE C'])[1 + p % 10]
    || ' ' || 50 * (1 + p / 10 % 20) || ' mg B/' || p as label
from generate_series(0, :products - 1) p;
alter table years.product add primary key (p);
analyze years.product;

-- A product is delivered every thirty days: its wave of that time is one lot. Few products make most of the sales.
create unlogged table years.line as
select n, k, p, (day + p % 30) / 30 as wave, 1 + (years.random(n * 4 + k, 7) % 4 = 0)::int as quantity, 5 * (100 + p * 37 % 900) as price
from years.sale, generate_series(0, 2) k,
  lateral (select floor(:products * power(years.random(n * 4 + k, 6) / 2147483648.0, 2))::int as p) drawn
where k < 1 + (years.random(n, 2) % 10 >= 5)::int + (years.random(n, 2) % 10 >= 8)::int;
alter table years.line add primary key (n, k);

-- A lot holds what is sold of it; the present one has some boxes left.
create unlogged table years.lot as
select p, wave, years.id('lot', wave * 100000 + p) as id, wave * 30 - p % 30 as day, quantity + rest as received, rest
from (
  select p, wave, quantity, greatest(rest, 1 - quantity) as rest from (select p, wave, sum(quantity)::int as quantity, max(rest) as rest from (
    select p, wave, case when canceled_at is null then quantity - (brought_back and k = 0)::int else 0 end as quantity, 0 as rest from years.line join years.sale using (n)
    union all select p, (:days - 1 + p % 30) / 30, 0, 3 + years.random(p, 8) % 20 from generate_series(0, :products - 1) p
  ) sold group by p, wave) sums
) sums;
alter table years.lot add primary key (p, wave);
analyze years.sale;
analyze years.line;
analyze years.lot;
