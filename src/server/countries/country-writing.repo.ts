import { sql } from 'kysely'
import type { Country } from '#shared/contract/countries.ts'
import type { Tx } from '#server/db/database.ts'

export async function pharmaciesIn(tx: Tx, countryCode: string): Promise<string[]> {
  const rows = await tx.selectFrom('pharmacies').select('id').where('country_code', '=', countryCode).execute()
  return rows.map(({ id }) => id)
}

/** Inserts the country, or changes it; its sections stay. */
export async function putCountry(tx: Tx, code: string, country: Omit<Country, 'code'>): Promise<void> {
  const values = {
    name: country.name,
    locale: country.locale,
    currency_code: country.currency.code,
    currency_symbol: country.currency.symbol,
    currency_decimals: country.currency.decimals,
    cash_rounding_step: country.cashRoundingStep,
    denominations: country.denominations,
    phone_operators: country.phoneOperators,
    fiscal_platform: country.fiscalPlatform,
  }
  await tx
    .insertInto('countries')
    .values({ code, ...values })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(values))
    .execute()
}

/** Makes the tills of a country read all lists again. */
export async function renewEpochs(tx: Tx, countryCode: string): Promise<void> {
  await tx
    .updateTable('pharmacies')
    .set({ epoch: sql<string>`gen_random_uuid()` })
    .where('country_code', '=', countryCode)
    .execute()
}
