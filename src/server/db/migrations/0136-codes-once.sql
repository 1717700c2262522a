-- The code of a platform is that of one document. A pharmacy where one was typed twice before keeps both.
do $$
declare since text := '';
begin
  if exists (select from fiscal_documents where state = 'certified'
      group by pharmacy_id, replace(elements ->> 'code', '-', '') having count(*) > 1) then
    since := format(' and certified_at > %L', now());
  end if;
  execute $sql$create unique index fiscal_documents_code on fiscal_documents
    (pharmacy_id, replace(elements ->> 'code', '-', '')) where state = 'certified'$sql$ || since;
end $$;
