import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Section } from '#shared/contract/sections.ts'
import type { countries, Country } from '#shared/contract/countries.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmaciesIn, putCountry, renewEpochs } from '#server/countries/country-writing.repo.ts'
import { sectionsOf, usedSections, writeSections } from '#server/countries/section.repo.ts'
import type { Context } from '#server/http/context.ts'
import { touchSections } from '#server/lists/product-revisions.repo.ts'
import { changingReferential, readingReferential } from '#server/lists/changing-referential.ts'
import { allCountries, readCountry } from '#server/locale/country.repo.ts'

/** Lists the countries of the shared referential: the same for every pharmacy and for the platform accounts. */
export function listCountries({ database }: Context): Promise<Country[]> {
  return database.platform(allCountries)
}

/** Throws `requests:notFound`. */
export async function listSections(context: Context, countryCode: string): Promise<Section[]> {
  return requireRow(await readingReferential(context, (tx) => sectionsOf(tx, countryCode)))
}

/**
 * Replaces the sections of a country. Throws `requests:invalid` (`body.sections`, `used`) when a section that products
 * have would leave, and `requests:notFound`.
 */
export function changeSections(context: Context, countryCode: string, sections: Section[]): Promise<Section[]> {
  return changingReferential(context, async (tx) => {
    const kept = new Set(sections.map(({ code }) => code))
    const before = requireRow(await sectionsOf(tx, countryCode))
    const leaving = before.filter(({ code }) => !kept.has(code))
    const used = await usedSections(
      tx,
      countryCode,
      leaving.map(({ code }) => code),
    )
    refuseFields(used.length === 0 ? [] : [{ path: 'body.sections', message: 'used' }])
    await writeSections(tx, countryCode, sections)
    const groupIn = (of: readonly Section[], code: string) => of.find((section) => section.code === code)?.vatGroup
    const regrouped = [...before, ...sections].filter(({ code }) => groupIn(before, code) !== groupIn(sections, code))
    const codes = [...new Set(regrouped.map(({ code }) => code))]
    // Last, because it holds the lock of each pharmacy until the commit.
    if ((await touchSections(tx, countryCode, codes)) > 0) context.changes.revised.add('pharmacy-products')
    return sections
  })
}

/**
 * Creates or changes a country. Throws `requests:invalid` at the currency (`used`) when pharmacies already count in
 * another one, and at the denominations (`twice`).
 */
export function writeCountry(
  context: Context,
  code: string,
  change: HandlerInput<typeof countries.write>['body'],
): Promise<Country> {
  refuseFields(
    new Set(change.denominations).size === change.denominations.length
      ? []
      : [{ path: 'body.denominations', message: 'twice' }],
  )
  return context.database.platform(async (tx) => {
    const ids = await pharmaciesIn(tx, code)
    let hadAib = true
    if (ids.length > 0) {
      const { currency, fiscalPlatform } = await readCountry(tx, code)
      const stays = currency.code === change.currency.code && currency.decimals === change.currency.decimals
      refuseFields(stays ? [] : [{ path: 'body.currency', message: 'used' }])
      hadAib = fiscalProfile(fiscalPlatform).aib
    }
    await putCountry(tx, code, { ...change, denominations: change.denominations.toSorted((a, b) => b - a) })
    // Tills need the tax groups of all products now: a list that an earlier version loaded has none.
    if (!hadAib && fiscalProfile(change.fiscalPlatform).aib) await renewEpochs(tx, code)
    context.changes.pharmacies = ids
    return readCountry(tx, code)
  })
}
