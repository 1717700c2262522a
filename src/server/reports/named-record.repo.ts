import { sql, type RawBuilder } from 'kysely'
import { atcCodesOf } from '#shared/domain/search/atc-words.ts'
import type { NamedRecord } from '#shared/domain/reports/words/named-records.ts'
import type { Tx } from '#server/db/database.ts'

/** The records of a pharmacy whose name has one of these words (`wordsSought`), with their keys in reports. */
export async function namedRecords(tx: Tx, pharmacyId: string, words: readonly string[]): Promise<NamedRecord[]> {
  if (words.length === 0) return []
  // Words are letters and digits: nothing in them is a sign of a pattern. The name is folded once for all of them.
  const has = (name: RawBuilder<unknown>) => sql`${name} like any(${words.map((word) => `%${word}%`)}::text[])`
  const named = (dimension: string, from: RawBuilder<unknown>, name: RawBuilder<unknown>, where = sql`true`) => sql`
    select ${dimension} as dimension, array[t.id::text] as keys, ${name} as name from ${from} t
    where ${where} and ${has(sql`folded(${name})`)}`
  const own = sql`t.pharmacy_id = ${pharmacyId}`
  const { rows } = await sql<NamedRecord>`
    ${named('seller', sql`users`, sql`t.first_name || ' ' || t.last_name`, own)}
    union all ${named('payer', sql`companies`, sql`t.name`, own)}
    union all ${named('payer', sql`organizations`, sql`t.name`, own)}
    union all ${named('supplier', sql`suppliers`, sql`t.name`, own)}
    union all ${named('storage', sql`storages`, sql`t.label`, own)}
    union all ${named('laboratory', sql`brands`, sql`t.name`)}
    union all ${named('category', sql`product_categories`, sql`t.label`)}
    union all select 'inns', array_agg(distinct (select string_agg(y.inn_id::text, ',' order by y.inn_id)
        from product_inns y where y.product_id = x.product_id)), n.name
      from inns n join product_inns x on x.inn_id = n.id where ${has(sql`n.searched`)} group by n.id, n.name
    union all select 'product', array[o.id::text], coalesce(o.private_label, d.label)
      from pharmacy_products o left join products d on d.id = o.product_id
      where o.pharmacy_id = ${pharmacyId} and ${has(sql`coalesce(folded(o.private_label), d.searched)`)}`.execute(tx)
  return [...rows, ...(await medicinesOfUses(tx, pharmacyId, words))]
}

/** « antibiotique », « insuline »: the ATC classes of a use, or the pharmacy’s products where it is less than a class. */
async function medicinesOfUses(tx: Tx, pharmacyId: string, words: readonly string[]): Promise<NamedRecord[]> {
  const uses: NamedRecord[] = []
  for (const word of words) {
    const codes = atcCodesOf(word)
    if (codes.length === 0) continue
    if (codes.every((code) => code.length === 3)) {
      uses.push({ dimension: 'atc', keys: codes, name: word, isUse: true })
      continue
    }
    const { rows } = await sql<{ key: string }>`
      select o.id::text as key from products d join pharmacy_products o on o.product_id = d.id
      where o.pharmacy_id = ${pharmacyId} and d.atc_code like any(${codes.map((code) => `${code}%`)}::text[])`.execute(
      tx,
    )
    if (rows.length > 0) uses.push({ dimension: 'product', keys: rows.map(({ key }) => key), name: word, isUse: true })
  }
  return uses
}
