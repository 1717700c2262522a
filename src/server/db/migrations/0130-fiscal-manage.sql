-- The owner decides the fiscal documents that the platform refused, or that it may have certified.
update roles set permissions = array_append(permissions, 'fiscal.manage')
where name = 'titulaire' and not 'fiscal.manage' = any(permissions);
