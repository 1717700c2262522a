-- Why a sale that the server had refused was ended with fewer goods or less money.
alter table sales add column regularisation jsonb;

-- The right to do so: the default roles of existing pharmacies get it, like those of a new one.
update roles set permissions = array_append(permissions, 'sale.regularise')
where name in ('pharmacien', 'titulaire') and not 'sale.regularise' = any(permissions);
