-- The right to hand over a listed medicine without the prescription that it needs: the default roles of existing
-- pharmacies get it, like those of a new one.
update roles set permissions = array_append(permissions, 'sale.listed')
where name in ('pharmacien', 'titulaire') and not 'sale.listed' = any(permissions);
