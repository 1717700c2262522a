import { type CountedDay, type Rule } from '#shared/domain/register/causes/counted-day.ts'

/**
 * Disbursements without a known reason are assumed to be multiples of `roundStep`, up to `roundSums` of them, all
 * equally likely. In minor units.
 */
const roundStep = 500
const roundSums = 40
/** Shares of disbursements whose amount was paid before, lies in the range of its reason, or is only a round number. */
const shares = { exact: 0.6, between: 0.25, round: 0.15 }
const betweenStep = 50
/** Weight of reasons without a disbursement today. */
const notYetWeight = 2

/** Cash was taken for an expense of a kind known from other days, and not recorded. */
export const missingDisbursement: Rule<'missing-disbursement'> = (day, { type, gap }) => {
  if (type !== 'CASH' || gap >= 0) return []
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

/** The reasons of other days with their probability; those not yet used today weigh more. */
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
