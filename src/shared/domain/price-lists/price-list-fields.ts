import type { FileProfile } from '#shared/domain/files/file-profile.ts'

/** Fields that a column of a price list can contain. */
export const priceListFields = [
  'code',
  'label',
  'pack',
  'price',
  'publicPrice',
  'availability',
  'freeUnits',
  'rebate',
] as const
export type PriceListField = (typeof priceListFields)[number]
export type PriceListProfile = FileProfile<PriceListField>
