import type { Section } from '#shared/contract/sections.ts'
import type { Country } from '#shared/contract/users.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { sectionsOf, usedSections, writeSections } from '#server/countries/section.repo.ts'
import type { Context } from '#server/http/context.ts'
import { changingReferential, readingReferential } from '#server/lists/changing-referential.ts'
import { allCountries } from '#server/locale/country.repo.ts'

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
    const leaving = requireRow(await sectionsOf(tx, countryCode)).filter(({ code }) => !kept.has(code))
    const used = await usedSections(
      tx,
      countryCode,
      leaving.map(({ code }) => code),
    )
    refuseFields(used.length === 0 ? [] : [{ path: 'body.sections', message: 'used' }])
    await writeSections(tx, countryCode, sections)
    return sections
  })
}
