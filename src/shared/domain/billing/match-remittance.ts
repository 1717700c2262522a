import { plainReference } from '#shared/domain/billing/plain-reference.ts'
import type { RemittanceLine } from '#shared/domain/billing/remittance-file.ts'

/** A line of a bill of the payer; `left` is what is awaited of it, 0 once it is settled. */
export type AwaitedLine = {
  billNumber: string
  voucher: string | null
  insuredNumber: string | null
  /** The day of its sale, in the time of the pharmacy. */
  day: string
  left: number
}

/**
 * What a line of a remittance says of a bill: `paid` whole or in `part`, `refused`, `beyond` what is due. It says
 * nothing when its voucher was named by another line (`doubled`), awaits nothing any more (`settled`), is on no bill of
 * this payer (`unknown`), or may be one of several (`unsure`).
 */
export const remittanceOutcomes = [
  'paid',
  'part',
  'beyond',
  'refused',
  'doubled',
  'settled',
  'unknown',
  'unsure',
] as const
export type RemittanceOutcome = (typeof remittanceOutcomes)[number]
export type MatchedLine<L extends AwaitedLine> = {
  outcome: RemittanceOutcome
  awaited: L | null
  /** What of the money is for the awaited line. */
  takes: number
}

/**
 * Finds for each line of a remittance the line of a bill that it speaks of: by the number of the voucher, else by the
 * insured's number when day or amount leave only one. Each line of a bill is taken once, and never for more than is
 * due: the sum of `takes` is at most what the remittance pays.
 */
export function matchRemittance<L extends AwaitedLine>(
  lines: readonly RemittanceLine[],
  awaited: readonly L[],
): MatchedLine<L>[] {
  const byVoucher = indexOf(awaited, ({ voucher }) => voucher)
  const byInsured = indexOf(awaited, ({ insuredNumber }) => insuredNumber)
  const used = new Set<L>()
  return lines.map((line) => {
    const isNamed = line.voucher !== null
    const all = (isNamed ? byVoucher : byInsured).get(plainReference(line.voucher ?? line.insuredNumber ?? '')) ?? []
    if (all.length === 0) return nothing('unknown')
    const awaiting = all.filter((one) => one.left > 0)
    if (awaiting.length === 0) return { ...nothing('settled'), awaited: all[0]! }
    const open = awaiting.filter((one) => !used.has(one))
    if (open.length === 0) return { ...nothing('doubled'), awaited: awaiting[0]! }
    const likely = narrowed(line, open)
    if (likely.length > 1 && !isNamed) return nothing('unsure')
    const found = likely[0]!
    used.add(found)
    return { awaited: found, takes: Math.min(line.paid, found.left), outcome: outcomeOf(line.paid, found.left) }
  })
}

function outcomeOf(paid: number, left: number): RemittanceOutcome {
  if (paid === 0) return 'refused'
  if (paid === left) return 'paid'
  return paid < left ? 'part' : 'beyond'
}

/** Of several, those of the bill, the day and the amount that the line names, each where it leaves any. */
function narrowed<L extends AwaitedLine>(
  { bill, day, claimed, paid }: RemittanceLine,
  open: readonly L[],
): readonly L[] {
  const tests: ((one: L) => boolean)[] = [
    ...(bill === null ? [] : [(one: L) => plainReference(one.billNumber) === plainReference(bill)]),
    ...(day === null ? [] : [(one: L) => one.day === day]),
    (one) => one.left === (claimed ?? paid),
  ]
  return tests.reduce<readonly L[]>((kept, test) => {
    const fits = kept.filter(test)
    return fits.length > 0 ? fits : kept
  }, open)
}

function nothing(outcome: RemittanceOutcome) {
  return { outcome, awaited: null, takes: 0 }
}

function indexOf<L>(lines: readonly L[], nameOf: (line: L) => string | null): Map<string, L[]> {
  const index = new Map<string, L[]>()
  for (const line of lines) {
    const key = plainReference(nameOf(line) ?? '')
    if (key === '') continue
    const same = index.get(key)
    if (same) same.push(line)
    else index.set(key, [line])
  }
  return index
}
