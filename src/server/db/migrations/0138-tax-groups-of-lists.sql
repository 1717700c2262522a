-- The stock list says the tax groups of products. Where AIB is known tills need all of them: they load their lists again.
update pharmacies set epoch = gen_random_uuid()
where country_code in (select code from countries where fiscal_platform = 'e-mecef');
