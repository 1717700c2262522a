-- A person's data on request: given as a file, and erased. Ledgers keep their rows and sums; what names the person goes.
alter table persons add column erased_at timestamptz;
alter table exports drop constraint exports_format_check, add check (format in ('csv', 'xlsx', 'json'));

-- A sale in JSON without the name and address of its patient.
create function unnamed_sale(sale jsonb) returns jsonb language sql immutable as $$
  select sale || case when sale ? 'patientName' then '{"patientName":null}'::jsonb else '{}' end
    || case when jsonb_typeof(sale -> 'prescription') = 'object'
      then jsonb_build_object('prescription', sale -> 'prescription' || '{"patientName":null,"patientAddress":null}')
      else '{}' end
$$;

-- What the application's own role may not change: photos, the content of the audit beside its chain, refused parcels.
-- It erases only for persons that are erased already, of the pharmacy of the transaction.
create function erase_traces_of_erased_persons() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('app.pharmacy_id', true), '')::uuid;
begin
  delete from sale_photos f using sales s join persons p on p.pharmacy_id = s.pharmacy_id and p.id = s.patient_id
    where f.pharmacy_id = own and s.pharmacy_id = own and s.id = f.sale_id and p.erased_at is not null;
  -- What a till sent, and the answers that a retry gets again.
  update inbox i set content = null, answer = i.answer || '{"lastName":"Inconnu","firstName":"","birthDate":null,
      "sex":null,"phone":null,"socialSecurityId":null,"policies":[]}'
    from persons p where i.pharmacy_id = own and i.kind = 'patient' and i.id = p.id and p.pharmacy_id = own
      and p.erased_at is not null;
  update inbox i set content = unnamed_sale(i.content) from persons p
    where i.pharmacy_id = own and p.pharmacy_id = own and p.erased_at is not null
      and p.id::text = i.content ->> 'patientId';
  update inbox i set answer = unnamed_sale(i.answer) from persons p
    where i.pharmacy_id = own and p.pharmacy_id = own and p.erased_at is not null
      and p.id::text = i.answer ->> 'patientId';
  update audit_entries e set before = null, after = null, salt = null
    where e.pharmacy_id = own and e.salt is not null and e.record_id in (
      select p.id from persons p where p.pharmacy_id = own and p.erased_at is not null
      union select k.id from contract_policies k join persons p on p.pharmacy_id = k.pharmacy_id
        and p.id = k.beneficiary_id where k.pharmacy_id = own and p.erased_at is not null
      union select d.id from dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
        join persons p on p.pharmacy_id = s.pharmacy_id and p.id = s.patient_id
        where d.pharmacy_id = own and p.erased_at is not null);
end $$;
revoke execute on function erase_traces_of_erased_persons() from public;
grant execute on function erase_traces_of_erased_persons() to officine_app;
