import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { Tx } from '#server/db/database.ts'

/** The ISO code of the country, two letters. */
export async function pharmacyCountry(tx: Tx, pharmacyId: string): Promise<string> {
  const { country_code } = await tx
    .selectFrom('pharmacies')
    .select('country_code')
    .where('id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return country_code
}

/** The fiscal platform of the pharmacy's country. */
export async function fiscalPlatformOf(tx: Tx, pharmacyId: string): Promise<FiscalPlatform> {
  const { fiscal_platform } = await tx
    .selectFrom('pharmacies as p')
    .innerJoin('countries as c', 'c.code', 'p.country_code')
    .select('c.fiscal_platform')
    .where('p.id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return fiscal_platform
}

/** The number of decimals of the pharmacy's currency. */
export async function currencyDecimalsOf(tx: Tx, pharmacyId: string): Promise<number> {
  const { currency_decimals } = await tx
    .selectFrom('pharmacies as p')
    .innerJoin('countries as c', 'c.code', 'p.country_code')
    .select('c.currency_decimals')
    .where('p.id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return currency_decimals
}

/** The smallest coin of the pharmacy's country, in minor units. */
export async function cashStepOf(tx: Tx, pharmacyId: string): Promise<number> {
  const { cash_rounding_step } = await tx
    .selectFrom('pharmacies as p')
    .innerJoin('countries as c', 'c.code', 'p.country_code')
    .select('c.cash_rounding_step')
    .where('p.id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return cash_rounding_step
}
