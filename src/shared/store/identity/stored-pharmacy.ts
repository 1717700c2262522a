import { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import type { Pharmacy } from '#shared/contract/users.ts'

/** A pharmacy as a terminal stored it: an earlier version did not know every setting, nor the fiscal platforms. */
export type StoredPharmacy = Omit<Pharmacy, 'settings' | 'country'> & {
  settings?: Partial<Record<keyof PharmacySettings, unknown>> | undefined
  country: Omit<Pharmacy['country'], 'fiscalPlatform'> & Partial<Pick<Pharmacy['country'], 'fiscalPlatform'>>
}

/**
 * The same with the defaults of the contract for what is missing or cannot be read. Law: what this version stored is
 * unchanged.
 */
export function wholePharmacy({ settings = {}, country, ...pharmacy }: StoredPharmacy): Pharmacy {
  return {
    ...pharmacy,
    settings: Object.fromEntries(
      Object.entries(PharmacySettings.shape).map(([name, setting]) => {
        const read = setting.safeParse(settings[name as keyof PharmacySettings])
        return [name, read.success ? read.data : setting.parse(undefined)]
      }),
    ) as PharmacySettings,
    country: { ...country, fiscalPlatform: country.fiscalPlatform ?? 'none' },
  }
}
