import type { Country } from '#shared/contract/users.ts'
import type { Context } from '#server/http/context.ts'
import { allCountries } from '#server/locale/country.repo.ts'

/** Lists the countries of the shared referential: the same for every pharmacy and for the platform accounts. */
export function listCountries({ database }: Context): Promise<Country[]> {
  return database.platform(allCountries)
}
