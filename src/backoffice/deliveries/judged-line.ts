import type { DeliveryLine } from '#shared/contract/deliveries.ts'
import { costOfBox } from '#shared/domain/deliveries/delivery-sums.ts'
import {
  alertsOfLine,
  type KnownBefore,
  type LineAlert,
  priceAfter,
  proposedPrice,
} from '#shared/domain/deliveries/line-alerts.ts'
import { missingBoxes } from '#shared/domain/deliveries/missing-boxes.ts'
import { marginOf, priceOfCost } from '#shared/domain/price-policy.ts'

/** A line with what it will cost, sell for and leave, and what to look at. */
export type JudgedLine = DeliveryLine & {
  cost: number
  price: number | null
  /** Percent of the sale price. */
  margin: number | null
  /** A new sale price that the policy or the note gives. */
  proposed: number | null
  alerts: LineAlert[]
}

/** Lines in sight, with their alerts. Of a line without boxes nothing but its count is told. */
export function judgedLines(lines: readonly DeliveryLine[], today: string): JudgedLine[] {
  const missing = new Map(missingBoxes(lines).map(({ line, boxes }) => [line.id, boxes]))
  return lines
    .filter(({ isRemoved }) => !isRemoved)
    .map((line) => {
      const cost = costOfBox(line)
      const before = knownBefore(line, cost)
      const price = priceAfter(line, before)
      return {
        ...line,
        cost,
        price,
        margin: price === null ? null : marginOf(price, cost).percent,
        proposed: line.salePrice === null ? proposedPrice(line, before) : null,
        alerts: alertsOfLine(line, before, { today, missing: missing.get(line.id) ?? 0 }),
      }
    })
}

function knownBefore({ before: { cost, price, policy } }: DeliveryLine, newCost: number): KnownBefore {
  return { cost, price, policyPrice: policy && priceOfCost(newCost, policy.coefficient, policy.step) }
}
