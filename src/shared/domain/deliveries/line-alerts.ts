import { addDays } from '#shared/domain/dates.ts'
import { type Lack, lacksOf, type Tracing } from '#shared/domain/lot-tracing.ts'
import { marginOf } from '#shared/domain/price-policy.ts'
import { timesQuantity } from '#shared/domain/supplier-price.ts'
import { costOfBox } from '#shared/domain/deliveries/delivery-sums.ts'
import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'

/** What the pharmacy knew of the product in this packaging before the delivery. Prices in minor units, of one box. */
export type KnownBefore = {
  /** The cost of the lot that came last; null when it never had one. */
  cost: number | null
  /** The current sale price. */
  price: number | null
  /** The price that the policy of the product gives for the new cost; null when prices are typed. */
  policyPrice: number | null
}

/** What a member should see on a line before the delivery is closed. Percents are whole numbers. */
export type LineAlert =
  | { kind: 'unknown-product' }
  | { kind: 'missing'; boxes: number; value: number }
  | { kind: 'extra'; boxes: number }
  | { kind: 'expired' }
  | { kind: 'expires-soon'; expiresOn: string }
  | { kind: 'lacks'; lacks: readonly Lack[] }
  | { kind: 'cost'; before: number; after: number; percent: number | null }
  | { kind: 'margin'; before: number; after: number }
  | { kind: 'below-cost'; price: number; cost: number }

/** A lot that expires within so many days of its delivery is told. */
export const soonDays = 180
/** A margin that falls by less is not worth a warning. */
const marginStep = 1

/**
 * Everything to tell about a line, the gravest first. `missing`: its boxes that did not come (`missingBoxes`).
 */
export function alertsOfLine(
  line: DeliveryLineFields & { notePrice: number | null; tracing: Tracing },
  before: KnownBefore,
  { today, missing }: { today: string; missing: number },
): LineAlert[] {
  if (line.isRemoved) return []
  const boxes = line.received + line.free
  const cost = costOfBox(line)
  const price = priceAfter(line, before)
  return [
    ...(line.productId === null ? [{ kind: 'unknown-product' } as const] : []),
    ...expiryAlerts(line, boxes, today),
    ...(boxes > 0 && price !== null && price < cost ? [{ kind: 'below-cost', price, cost } as const] : []),
    ...marginAlert(before, { cost, price, boxes }),
    ...countAlerts(line, missing),
    ...costAlert(before, { cost, boxes }),
    ...lackingLines([line]).map(({ lacks }) => ({ kind: 'lacks', lacks }) as const),
  ]
}

/** The lines whose boxes enter the stock without the lot number or the expiry that their product needs. */
export function lackingLines<Line extends DeliveryLineFields & { tracing: Tracing }>(
  lines: readonly Line[],
): { line: Line; lacks: Lack[] }[] {
  return lines
    .filter((line) => !line.isRemoved && line.received + line.free > 0)
    .map((line) => ({ line, lacks: lacksOf(line, line.tracing) }))
    .filter(({ lacks }) => lacks.length > 0)
}

/**
 * The sale price of the boxes once the delivery is closed: what was typed, else the current one, else that of the
 * policy, else the public price of the note; null when nobody says one.
 */
export function priceAfter(
  { salePrice, notePrice }: { salePrice: number | null; notePrice: number | null },
  { price, policyPrice }: Pick<KnownBefore, 'price' | 'policyPrice'>,
): number | null {
  return salePrice ?? price ?? policyPrice ?? notePrice
}

/**
 * The price to propose for a product that has one already: that of its policy, else the public price of the note; null
 * when it is the current one, or would sell below cost.
 */
export function proposedPrice(
  line: Pick<DeliveryLineFields, 'received' | 'free' | 'purchasePrice'> & { notePrice: number | null },
  { price, policyPrice }: Pick<KnownBefore, 'price' | 'policyPrice'>,
): number | null {
  const proposed = policyPrice ?? line.notePrice
  return proposed === null || price === null || proposed === price || proposed < costOfBox(line) ? null : proposed
}

function expiryAlerts({ expiresOn }: DeliveryLineFields, boxes: number, today: string): LineAlert[] {
  if (expiresOn === null || boxes === 0) return []
  if (expiresOn < today) return [{ kind: 'expired' }]
  return expiresOn <= addDays(today, soonDays) ? [{ kind: 'expires-soon', expiresOn }] : []
}

function countAlerts({ noted, received, purchasePrice }: DeliveryLineFields, missing: number): LineAlert[] {
  if (missing > 0) return [{ kind: 'missing', boxes: missing, value: timesQuantity(purchasePrice, missing) }]
  return received > noted && noted > 0 ? [{ kind: 'extra', boxes: received - noted }] : []
}

function costAlert({ cost: before }: KnownBefore, { cost, boxes }: { cost: number; boxes: number }): LineAlert[] {
  if (before === null || boxes === 0 || before === cost) return []
  return [
    { kind: 'cost', before, after: cost, percent: before === 0 ? null : Math.round(((cost - before) * 100) / before) },
  ]
}

function marginAlert(
  { cost: costBefore, price: priceBefore }: KnownBefore,
  { cost, price, boxes }: { cost: number; price: number | null; boxes: number },
): LineAlert[] {
  if (costBefore === null || priceBefore === null || price === null || boxes === 0) return []
  const [before, after] = [marginOf(priceBefore, costBefore).percent, marginOf(price, cost).percent]
  return before === null || after === null || before - after < marginStep ? [] : [{ kind: 'margin', before, after }]
}
