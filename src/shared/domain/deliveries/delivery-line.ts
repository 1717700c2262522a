import type { SupplierPrice } from '#shared/domain/supplier-price.ts'

/** Fields of a delivery line that a member types or a scan fills. Prices in minor units, for one box. */
export type DeliveryLineFields = {
  productId: string | null
  packagingId: string | null
  /** Boxes that the note bills. */
  noted: number
  /** Boxes that came, without the free ones. */
  received: number
  free: number
  /** Without VAT, as the note says it. */
  purchasePrice: SupplierPrice
  /** The new sale price; null keeps the current one. */
  salePrice: number | null
  /** In hundredths of a percent. */
  vat: number
  lot: string | null
  expiresOn: string | null
  /** Compared with the goods. */
  isChecked: boolean
  isRemoved: boolean
}

/**
 * What one gesture does to a line. `add`: boxes that a scan counted, so that two people who scan the same line at once
 * both count. `set`: fields that were typed. `fill`: fields that a scan read; they never replace what is known.
 */
export type DeliveryLineAct = {
  add?: number
  set?: Partial<DeliveryLineFields>
  fill?: Partial<Pick<DeliveryLineFields, 'lot' | 'expiresOn'>>
}

/** A line that nothing is known about. */
export const emptyLine: Readonly<DeliveryLineFields> = {
  productId: null,
  packagingId: null,
  noted: 0,
  received: 0,
  free: 0,
  purchasePrice: '0',
  salePrice: null,
  vat: 0,
  lot: null,
  expiresOn: null,
  isChecked: false,
  isRemoved: false,
}

/**
 * The line after a gesture. Until somebody has compared a line with the goods, the boxes that came are those of the
 * note: the first scan begins to count from 0. A line that is scanned again is no longer removed.
 */
export function afterLineAct<Line extends DeliveryLineFields>(
  line: Line,
  { add = 0, set = {}, fill = {} }: DeliveryLineAct,
): Line {
  const counted = add !== 0 && !line.isChecked ? 0 : line.received
  const typed: Line = { ...line, ...(add === 0 ? {} : { isRemoved: false, isChecked: true }), ...set }
  return {
    ...typed,
    received: Math.max(0, (set.received ?? counted) + add),
    lot: typed.lot ?? fill.lot ?? null,
    expiresOn: typed.expiresOn ?? fill.expiresOn ?? null,
  }
}
