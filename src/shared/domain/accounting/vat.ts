import type { Fact, GroupSum } from '#shared/domain/accounting/facts.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { sum } from '#shared/domain/money.ts'

/** What was sold of one tax group, less what came back, in minor units: `net` after the discount, without tax. */
export type VatLine = { group: TaxGroup | null; net: number; tax: number }
/** `due`: the tax of sales less that of purchases; below 0 the state owes it. */
export type VatStatement = { lines: VatLine[]; aib: number; purchaseVat: number; aibSuffered: number; due: number }

/**
 * The VAT of a period by tax group: sales of their day, less what was undone and came back on theirs; the AIB collected
 * from clients; the VAT and the AIB of deliveries. Null: sold without a known group.
 */
export function vatStatement(facts: readonly Pick<Fact, 'content'>[]): VatStatement {
  const groups = new Map<TaxGroup | null, VatLine>()
  let aib = 0
  let purchaseVat = 0
  let aibSuffered = 0
  const add = (sums: readonly GroupSum[], sign: number) => {
    for (const { group, taxed, tax } of sums) {
      const line = groups.get(group) ?? { group, net: 0, tax: 0 }
      groups.set(group, { group, net: line.net + sign * (taxed - tax), tax: line.tax + sign * tax })
    }
  }
  for (const { content } of facts)
    switch (content.kind) {
      case 'sale':
      case 'undone-sale': {
        const sign = content.kind === 'sale' ? 1 : -1
        add(content.groups, sign)
        aib += sign * content.levied
        break
      }
      case 'return':
        add(content.groups, -1)
        break
      case 'delivery':
        purchaseVat += content.vat
        aibSuffered += content.aib ?? 0
        break
      default:
    }
  const order = (group: TaxGroup | null) => (group === null ? taxGroups.length : taxGroups.indexOf(group))
  const lines = [...groups.values()].toSorted((a, b) => order(a.group) - order(b.group))
  return { lines, aib, purchaseVat, aibSuffered, due: sum(lines.map(({ tax }) => tax)) - purchaseVat }
}
