import { sql, type RawBuilder } from 'kysely'
import type { Atc } from '#shared/contract/referential.ts'
import { atcLevels } from '#shared/domain/atc.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

/** Which nodes: those with codes of `length` signs below a code, or those that a search finds. */
export type AtcFilter = { below?: { code: string; length: number }; search?: string | undefined }

export function findAtcs(tx: Tx, filter: AtcFilter, page: Page): Promise<{ items: Atc[]; total: number }> {
  const found = sql`(${nodes}) n where ${keptBy(filter)}`
  return pagedRows(tx, page, {
    from: found,
    items: async (limit) => (await sql<Atc>`select * from ${found} order by id ${limit}`.execute(tx)).rows,
  })
}

export async function findAtc(tx: Tx, code: string): Promise<Atc | undefined> {
  const { rows } = await sql<Atc>`select * from (${nodes}) n where id = ${code}`.execute(tx)
  return rows[0]
}

/** Every word must occur in the label; a word that is the beginning of a code finds what is under it. */
function keptBy({ below, search }: AtcFilter): RawBuilder<unknown> {
  const words = wordsOf(search ?? '').map(
    (word) => sql`(strpos(folded(coalesce(label, '')), ${word}) > 0 or starts_with(lower(id), ${word}))`,
  )
  const level = below ? sql`starts_with(id, ${below.code}) and length(id) = ${below.length}::int` : sql`true`
  return sql.join([level, ...words], sql` and `)
}

/** Products and registers may hold codes of other shapes, which have no place in the tree. */
const isAtc = sql`~ '^[A-Z](\\d{2}([A-Z]([A-Z](\\d{2})?)?)?)?$'`

/** Every code of the classification and of a product, with the levels above, whether a register names them or not. */
const nodes = sql`
  with levels as (select unnest(${[...atcLevels]}::int[]) as length),
  counted as (
    select left(p.atc_code, l.length) as id, count(*) filter (where not p.archived) as products
    from products p join levels l on l.length <= length(p.atc_code) where p.atc_code ${isAtc} group by 1
  ),
  known as (
    select id from counted
    union select left(a.code, l.length) from atcs a join levels l on l.length <= length(a.code) where a.code ${isAtc}
  ),
  parents as (
    select left(k.id, (select max(l.length) from levels l where l.length < length(k.id))) as id, count(*) as children
    from known k where length(k.id) > 1 group by 1
  )
  select k.id, a.label, coalesce(c.products, 0) as products, coalesce(p.children, 0) as children
  from known k left join atcs a on a.code = k.id left join counted c on c.id = k.id left join parents p on p.id = k.id`
