-- What is known of a payment, as a search compares it: insurer, voucher, operator, reference, bank, cheque.
alter table sale_payments add column searched text not null generated always as (folded(
  coalesce(data ->> 'phoneOperator', '') || ' ' || coalesce(data ->> 'transactionReference', '') || ' ' ||
  coalesce(data ->> 'bank', '') || ' ' || coalesce(data ->> 'chequeNumber', '') || ' ' ||
  coalesce(data #>> '{insuranceMetadata,insurer}', '') || ' ' || coalesce(data #>> '{insuranceMetadata,voucher}', '') || ' ' ||
  coalesce(data #>> '{socialSecurityMetadata,body}', '') || ' ' || coalesce(data #>> '{socialSecurityMetadata,identifier}', '')
)) stored;
