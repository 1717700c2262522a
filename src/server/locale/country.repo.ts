import type { Selectable } from 'kysely'
import type { Country } from '#shared/contract/countries.ts'
import type { Section } from '#shared/contract/sections.ts'
import { countryStart } from '#shared/domain/countries/country-facts.ts'
import type { Tx } from '#server/db/database.ts'
import type { Countries } from '#server/db/referential-tables.ts'

export async function allCountries(tx: Tx): Promise<Country[]> {
  return (await tx.selectFrom('countries').selectAll().orderBy('name').execute()).map(countryOf)
}

export async function readCountry(tx: Tx, code: string): Promise<Country> {
  return countryOf(await tx.selectFrom('countries').selectAll().where('code', '=', code).executeTakeFirstOrThrow())
}

/**
 * Medicines and the devices of the law are exempt (group A), the rest is taxed (group B). The coefficients are usual ones
 * of the region; each country sets its own by decree.
 */
const firstSections: readonly Section[] = [
  { code: 'medicament', label: 'Médicament', vatGroup: 'A', coefficient: 1320 },
  { code: 'dispositif', label: 'Dispositif médical exonéré', vatGroup: 'A', coefficient: 1400 },
  { code: 'parapharmacie', label: 'Parapharmacie', vatGroup: 'B', coefficient: 1500 },
]

/** A country of the world as a row, as it starts; undefined for no country. */
export function countryStartRow(code: string) {
  const start = countryStart(code)
  return (
    start && {
      code,
      name: start.name,
      locale: start.locale,
      currency_code: start.currency.code,
      currency_symbol: start.currency.symbol,
      currency_decimals: start.currency.decimals,
      cash_rounding_step: start.cashRoundingStep,
      denominations: start.denominations,
      phone_operators: start.phoneOperators,
      sections: firstSections,
    }
  )
}

/** Adds the countries that the platform does not have yet, as they start. */
export async function addCountries(tx: Tx, codes: readonly string[]): Promise<void> {
  const rows = codes.flatMap((code) => countryStartRow(code) ?? [])
  if (rows.length === 0) return
  await tx
    .insertInto('countries')
    .values(rows.map((row) => ({ ...row, sections: JSON.stringify(row.sections) })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

function countryOf(row: Selectable<Countries>): Country {
  return {
    code: row.code,
    name: row.name,
    locale: row.locale,
    currency: { code: row.currency_code, symbol: row.currency_symbol, decimals: row.currency_decimals },
    cashRoundingStep: row.cash_rounding_step,
    denominations: row.denominations,
    phoneOperators: row.phone_operators,
    fiscalPlatform: row.fiscal_platform,
  }
}
