import { sql } from 'kysely'
import type { MatchedProduct } from '#shared/domain/scheme/match-line.ts'
import type { Tx } from '#server/db/database.ts'

/** Number of letters that identify a word, whatever its ending. */
const openingLetters = 4

/**
 * Products of the referential with a word, in a substance or the label, that begins like one of these words. Archived
 * products are omitted.
 */
export async function productsNamed(tx: Tx, pharmacyId: string, words: readonly string[]): Promise<MatchedProduct[]> {
  const openings = [...new Set(words.map((word) => word.slice(0, openingLetters)))]
  if (openings.length === 0) return []
  const { rows } = await sql<MatchedProduct>`
    with openings as (select distinct unnest(${openings}::text[]) as opening),
    named as (
      select x.product_id as id from inns n
        join product_inns x on x.inn_id = n.id
      where exists (select from regexp_split_to_table(n.searched, '[^[:alnum:]]+') word
        join openings o on o.opening = left(word, ${openingLetters}))
      union
      select p.id from products p join openings o on o.opening = left(p.searched, ${openingLetters})
    )
    select p.id, p.label, f.label as form,
      coalesce((select json_agg(json_build_object('name', n.name, 'dosage', x.dosage) order by x.position)
        from product_inns x join inns n on n.id = x.inn_id where x.product_id = p.id), '[]') as inns,
      exists (select from pharmacy_products s where s.pharmacy_id = ${pharmacyId} and s.product_id = p.id
        and not s.archived) as "isSold"
    from products p join named using (id) left join forms f on f.id = p.form_id
    where not p.archived`.execute(tx)
  return rows
}
