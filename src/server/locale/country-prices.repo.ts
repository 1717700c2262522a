import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** What the country of a pharmacy says about prices: its cash step, and the coefficient of each regulatory section. */
export type CountryPrices = {
  /** In minor units. */
  cashStep: number
  /** Thousandths by section code; null when the section has no coefficient. */
  coefficientOf: (section: string | null) => number | null
}

type Section = { code: string; coefficient?: number | null }

export async function countryPrices(tx: Tx, pharmacyId: string): Promise<CountryPrices> {
  const { rows } = await sql<{ cashStep: number; sections: Section[] }>`
    select c.cash_rounding_step as "cashStep", c.sections from pharmacies p join countries c on c.code = p.country_code
    where p.id = ${pharmacyId}`.execute(tx)
  const { cashStep, sections } = rows[0]!
  const coefficients = new Map(sections.map(({ code, coefficient }) => [code, coefficient ?? null]))
  return { cashStep, coefficientOf: (section) => (section === null ? null : (coefficients.get(section) ?? null)) }
}
