/** What one bill holds besides its payer: everything, or one contract, employer or beneficiary. */
export const billSplits = ['payer', 'contract', 'employer', 'beneficiary'] as const
export type BillSplit = (typeof billSplits)[number]

export type SplitRule = { split: BillSplit; mostLines: number | null; /** In minor units. */ mostAmount: number | null }
export type Splittable = {
  amount: number
  contract: string | null
  employer: string | null
  beneficiary: string | null
}
export type BillDraft<V> = { label: string | null; vouchers: V[] }

/**
 * The bills of one payer: first by contract, employer or beneficiary, then cut where the next voucher would go beyond
 * the most lines or the most amount. Every voucher is in one bill, in the order given; one that is beyond the most
 * amount by itself has a bill of its own.
 */
export function splitBills<V extends Splittable>(vouchers: readonly V[], rule: SplitRule): BillDraft<V>[] {
  const groups = new Map<string | null, V[]>()
  for (const voucher of vouchers) {
    const key = rule.split === 'payer' ? null : voucher[rule.split]
    const group = groups.get(key)
    if (group) group.push(voucher)
    else groups.set(key, [voucher])
  }
  return [...groups].flatMap(([label, group]) => cut(group, rule).map((part) => ({ label, vouchers: part })))
}

function cut<V extends Splittable>(vouchers: readonly V[], { mostLines, mostAmount }: SplitRule): V[][] {
  const parts: V[][] = []
  let sum = 0
  for (const voucher of vouchers) {
    const part = parts.at(-1)
    const fits =
      part !== undefined &&
      (mostLines === null || part.length < mostLines) &&
      (mostAmount === null || sum + voucher.amount <= mostAmount)
    if (fits) {
      part.push(voucher)
      sum += voucher.amount
    } else {
      parts.push([voucher])
      sum = voucher.amount
    }
  }
  return parts
}
