import { type CountedDay, type Rule } from '#shared/domain/register/causes/counted-day.ts'

/** People pay out round sums: of those without a known reason, one in about so many is this one. */
const roundStep = 500
const roundSums = 40
/** How much of what is paid out has exactly been paid before, lies between what a reason costs, or is just round. */
const shares = { exact: 0.6, between: 0.25, round: 0.15 }
const betweenStep = 50
/** How much likelier a reason is that has not been written today. */
const notYetWeight = 2

/** Money was taken for something that is paid on other days too, and nobody wrote it. */
export const missingDisbursement: Rule<'missing-disbursement'> = (day, { type, gap }) => {
  if (type !== 'CASH' || gap > 0) return []
  const amount = Math.abs(gap)
  const reasons = reasonsOf(day).map(({ reason, amounts, share }) => ({
    reason,
    timesSeen: amounts.filter((each) => each === amount).length,
    chance: share * chanceFor(amount, amounts),
  }))
  const round = amount % roundStep === 0 && amount <= roundStep * roundSums ? shares.round / roundSums : 0
  return [...reasons, { reason: null, timesSeen: 0, chance: round }]
    .filter(({ chance }) => chance > 0)
    .map(({ chance, ...seen }) => ({ chance, explains: 1, evidence: { kind: 'missing-disbursement', ...seen } }))
}

/** Each reason of other days with its share of them, those that have not been written today before the others. */
function reasonsOf({
  pastDisbursements,
  movements,
}: CountedDay): { reason: string; amounts: number[]; share: number }[] {
  const today = new Set(movements.filter(({ kind }) => kind === 'disbursement').map(({ reason }) => reason))
  const amounts = new Map<string, number[]>()
  for (const { reason, amount } of pastDisbursements) amounts.set(reason, [...(amounts.get(reason) ?? []), amount])
  const weights = [...amounts].map(([reason, paid]) => ({
    reason,
    amounts: paid,
    weight: paid.length * (today.has(reason) ? 1 : notYetWeight),
  }))
  const all = weights.reduce((whole, { weight }) => whole + weight, 0)
  return weights.map(({ weight, ...reason }) => ({ ...reason, share: weight / all }))
}

function chanceFor(amount: number, amounts: readonly number[]): number {
  const least = Math.min(...amounts)
  const most = Math.max(...amounts)
  const exact = (shares.exact * amounts.filter((each) => each === amount).length) / amounts.length
  const isBetween = amount >= least && amount <= most && amount % betweenStep === 0
  return exact + (isBetween ? shares.between / ((most - least) / betweenStep + 1) : 0)
}
