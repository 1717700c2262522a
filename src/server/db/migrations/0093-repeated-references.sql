-- The number of a transaction without what people write differently, as `plainReference` of the domain: a payment that
-- comes with a number that another sale has is found whatever was typed.
create function plain_reference(text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(folded($1), '[^[:alnum:]]', '', 'g'), '(?<![0-9])0+(?=[0-9])', '', 'g');

create index sale_payments_reference on sale_payments (pharmacy_id, plain_reference(data ->> 'transactionReference'))
  where type = 'MOBILE_MONEY' and data ->> 'transactionReference' is not null;
