-- A new client has no credit. Null is a choice: unlimited.
alter table persons alter column credit_limit set default 0;
alter table organizations alter column credit_limit set default 0;
-- Nobody chose the limit of those who never bought on credit. Who did keeps his credit, named unlimited.
update persons c set credit_limit = 0 where credit_limit is null
  and not exists (select from sale_payments y where y.pharmacy_id = c.pharmacy_id and y.client_id = c.id);
update organizations c set credit_limit = 0 where credit_limit is null
  and not exists (select from sale_payments y where y.pharmacy_id = c.pharmacy_id and y.client_id = c.id);
