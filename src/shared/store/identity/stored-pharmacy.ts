import { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import type { Pharmacy } from '#shared/contract/users.ts'

/** A pharmacy as a terminal stored it: an earlier version did not know every setting, nor the fiscal platforms. */
export type StoredPharmacy = Omit<Pharmacy, 'settings' | 'country'> & {
  settings?: Partial<Record<keyof PharmacySettings, unknown>> | undefined
  country?: Partial<Pharmacy['country']> | undefined
}

/**
 * The same with the defaults of the contract for what is missing or cannot be read. Never throws: without it no terminal
 * opens. Law: what this version stored is unchanged.
 */
export function wholePharmacy({ settings = {}, country, ...pharmacy }: StoredPharmacy): Pharmacy {
  const whole = Object.entries(PharmacySettings.shape).map(([name, setting]) => {
    const read = setting.safeParse(settings[name as keyof PharmacySettings])
    return [name, read.success ? read.data : setting.parse(undefined)]
  })
  return {
    ...pharmacy,
    settings: Object.fromEntries(whole) as PharmacySettings,
    ...(country && { country: { ...country, fiscalPlatform: country.fiscalPlatform ?? 'none' } }),
  } as Pharmacy
}
