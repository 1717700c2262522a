-- Clients become more with the sales; every fourth one is insured. Insurers and organisations stay as many.
insert into persons (pharmacy_id, id, first_name, last_name, phone, credit_limit, rev, created_at)
select :pharmacy, years.id('person', i), (array['Afi', 'Ama', 'Basile', 'Codjo', 'Djamila', 'Estelle', 'Firmin', 'Gildas', 'Honorine', 'Irène', 'Jonas'])[1 + i % 11],
  (array['Ahouandjinou', 'Bio', 'Dossou', 'Gbaguidi', 'Hounkpè', 'Kiki', 'Sossa'])[1 + i % 7] || ' ' || chr(65 + i / 26 % 26) || chr(65 + i % 26) || i, '+22901' || lpad((i * 7919 % 100000000)::text, 8, '0'), 500000,
  c.rev + :products + i, coalesce(s.at, years.midnight(0))
from generate_series(1, 50 + :days * :daily / 15 + 4) i left join years.sale s on s.n = (i - 51) * 15, pharmacy_counters c where c.pharmacy_id = :pharmacy;
insert into organizations (pharmacy_id, id, name, credit_limit) select :pharmacy, years.id('organization', i), 'Entreprise ' || i, 5000000 from generate_series(1, 5) i;
insert into companies (pharmacy_id, id, name) select :pharmacy, years.id('company', i), 'Assurances ' || i from generate_series(1, 4) i;
insert into contracts (pharmacy_id, id, company_id, label, default_coverage) select :pharmacy, years.id('contract', i), years.id('company', 1 + i % 4), 'Contrat ' || i, 80 from generate_series(1, 8) i;
insert into contract_policies (pharmacy_id, id, contract_id, beneficiary_id, number)
select :pharmacy, years.id('policy', i), years.id('contract', 1 + i / 4 % 8), years.id('person', i), 'NS-' || i from generate_series(4, 50 + :days * :daily / 15 + 4, 4) i;
update pharmacy_counters set rev = rev + :products + 50 + :days * :daily / 15 + 4 where pharmacy_id = :pharmacy;
