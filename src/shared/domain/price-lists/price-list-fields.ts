import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import type { DecimalMark } from '#shared/domain/files/decimals.ts'

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
export type PriceListMapping = ColumnMapping<PriceListField>
export type PriceListProfile = { columns: PriceListMapping; decimals: DecimalMark }
