-- Text as a search compares it: small letters, no accents, ligatures in two letters, like `fold` of the domain. Capitals are listed too:
-- in a database of locale C `lower` knows only those of ASCII. Kept beside what is searched by the tens of thousands, where folding
-- costs more than finding.
create function folded(text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(lower($1), 'àâäáãéèêëíîïìóôöòõúûüùçñÿÀÂÄÁÃÉÈÊËÍÎÏÌÓÔÖÒÕÚÛÜÙÇÑŸ', 'aaaaaeeeeiiiiooooouuuucnyaaaaaeeeeiiiiooooouuuucny'), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae');

alter table sale_records add column searched text not null generated always as (folded(label)) stored;
alter table products add column searched text not null generated always as (folded(label)) stored;
alter table inns add column searched text not null generated always as (folded(name)) stored;
