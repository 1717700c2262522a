-- `folded` gives the same, ten times as fast for texts in the letters of French: their marks are removed without comparing
-- each letter with those of all scripts. The whole rule, which all other texts still have, is `folded_any`.
do $$
begin
  execute replace(pg_get_functiondef('folded(text)'::regprocedure), '.folded(', '.folded_any(');
end $$;

create or replace function folded(text) returns text language sql immutable parallel safe
return case when octet_length($1) = char_length($1) then lower($1 collate "C")
  -- Latin-1 without ´ Ð ð Ø ø Þ þ, and Œ œ Ÿ ’ – €, the narrow no-break space.
  when $1 ~ '^[\u0001-\u007e\u00a0-\u00b3\u00b5-\u00cf\u00d1-\u00d7\u00d9-\u00dd\u00df-\u00ef\u00f1-\u00f7\u00f9-\u00fd\u00ff\u0152\u0153\u0178\u2013\u2019\u202f\u20ac]*$' then
    replace(replace(replace(replace(replace(replace(replace(replace(
      lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g') collate "C"),
      'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), '’', ''''), '–', '-'), U&'\00a0', ' '), U&'\202f', ' ')
  else folded_any($1) end;
