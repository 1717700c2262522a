import type { Selectable } from 'kysely'
import type { Country } from '#shared/contract/countries.ts'
import type { Tx } from '#server/db/database.ts'
import type { Countries } from '#server/db/referential-tables.ts'

export async function allCountries(tx: Tx): Promise<Country[]> {
  return (await tx.selectFrom('countries').selectAll().orderBy('name').execute()).map(countryOf)
}

export async function readCountry(tx: Tx, code: string): Promise<Country> {
  return countryOf(await tx.selectFrom('countries').selectAll().where('code', '=', code).executeTakeFirstOrThrow())
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
