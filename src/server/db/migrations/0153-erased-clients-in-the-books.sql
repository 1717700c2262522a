-- Months that were given to the accountant keep the code and the sums of a client who is erased, and not the name. The
-- application never changes an export, so an erasure asks the database: only for persons that are erased already, of the
-- pharmacy of the transaction.
create function erase_names_in_the_books() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('app.pharmacy_id', true), '')::uuid;
  -- The code of a third: `thirdCode`.
  codes text[] := array(
    select 'C' || upper(right(id::text, 8)) from persons where pharmacy_id = own and erased_at is not null);
begin
  update accounting_pieces b set lines = (
      select jsonb_agg(case when l.line ->> 'third' = any (codes) then l.line || '{"thirdName":"Inconnu"}' else l.line end
        order by l.place)
      from jsonb_array_elements(b.lines) with ordinality l (line, place))
    where b.pharmacy_id = own and exists (select from jsonb_array_elements(b.lines) l (line)
      where l.line ->> 'third' = any (codes) and l.line ->> 'thirdName' <> 'Inconnu');
end $$;
revoke execute on function erase_names_in_the_books() from public;
grant execute on function erase_names_in_the_books() to officine_app;
