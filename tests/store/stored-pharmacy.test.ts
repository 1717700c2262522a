import { expect, test } from 'vitest'
import { type StoredPharmacy, wholePharmacy } from '#shared/store/identity/stored-pharmacy.ts'
import { pharmacy } from '#tests/kiosk/support/a-counter.tsx'

test('what this version stored is read as it is', () => {
  expect(wholePharmacy(pharmacy)).toEqual(pharmacy)
})

test('what an earlier version could not store, or stored otherwise, has its default; the rest stays', () => {
  const { settings, country, ...rest } = pharmacy
  const { fiscalPlatform: _, ...older } = country
  expect(wholePharmacy({ ...rest, country: older })).toEqual(pharmacy)
  for (const name of Object.keys(settings) as (keyof typeof settings)[]) {
    const { [name]: __, ...known } = { ...settings, openingHours: 'Lun.–sam.', blindCount: false }
    const read = wholePharmacy({ ...rest, country, settings: known }).settings
    expect(read[name], name).toEqual(settings[name])
    expect({ ...read, ...known }, name).toEqual(read)
  }
  const odd: StoredPharmacy = {
    ...pharmacy,
    settings: { ...settings, fiscalInvoices: 'some', openingHours: 'Lun.–sam.' },
  }
  expect(wholePharmacy(odd).settings).toMatchObject({ fiscalInvoices: 'all', openingHours: 'Lun.–sam.' })
})
