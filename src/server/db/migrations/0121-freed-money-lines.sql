-- Money that was undone or canceled after it was matched with a line of a statement: the line is open again, with all
-- that it was matched with. The triggers of the audit note it as a change of nobody.
with freed as (
  select m.pharmacy_id, m.statement_id, m.position from money_line_matches m
    left join bill_payments y on y.pharmacy_id = m.pharmacy_id and y.id = m.bill_payment_id
    left join bill_payment_returns r on r.pharmacy_id = m.pharmacy_id and r.id = m.bill_return_id
  where y.canceled_at is not null or r.undone_at is not null
), opened as (
  update money_statement_lines l set way = null, explained = null, commission = 0, fee_account = null
  from freed f where l.pharmacy_id = f.pharmacy_id and l.statement_id = f.statement_id and l.position = f.position
)
delete from money_line_matches m using freed f
where m.pharmacy_id = f.pharmacy_id and m.statement_id = f.statement_id and m.position = f.position;
