import { sql } from 'kysely'
import type { Section } from '#shared/contract/sections.ts'
import type { Tx } from '#server/db/database.ts'

export async function sectionsOf(tx: Tx, countryCode: string): Promise<Section[] | undefined> {
  const row = await tx.selectFrom('countries').select('sections').where('code', '=', countryCode).executeTakeFirst()
  return row?.sections as Section[] | undefined
}

export async function writeSections(tx: Tx, countryCode: string, sections: readonly Section[]): Promise<void> {
  await tx
    .updateTable('countries')
    .set({ sections: JSON.stringify(sections) })
    .where('code', '=', countryCode)
    .execute()
}

/** Those of the codes that products in use have: of the referential, or of a pharmacy in this country. */
export async function usedSections(tx: Tx, countryCode: string, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ section: string }>`
    select p.section from products p where not p.archived and p.section = any(${codes}::text[])
    union select pp.section from pharmacy_products pp join pharmacies f on f.id = pp.pharmacy_id
      where not pp.archived and f.country_code = ${countryCode} and pp.section = any(${codes}::text[])
    order by 1`.execute(tx)
  return rows.map(({ section }) => section)
}
