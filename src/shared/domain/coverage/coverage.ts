import { compareTexts } from '#shared/domain/compare-texts.ts'
import { percentOf } from '#shared/domain/coverage/percent.ts'
import { spreadProRata } from '#shared/domain/coverage/spread-pro-rata.ts'
import { lapseOn, type Lapse, type Validity } from '#shared/domain/coverage/validity.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { lineTotal } from '#shared/domain/sale.ts'

/** A line that payers may cover; `price` per unit, in minor units. */
export type CoveredLine = { id: string; pharmacyProductId: string; price: number; quantity: number }

/** A payer's rule for one product. `percent` overrides the payer's own. */
export type ProductRule = { isExcluded?: boolean; percent?: number; referencePrice?: number }

/**
 * `used` before this sale, in minor units. All policies of a contract share a ceiling of scope contract, those of one
 * insured person and of who depends on him a ceiling of scope family.
 */
export type Ceiling = {
  scope: 'policy' | 'family' | 'contract'
  period: 'sale' | 'day' | 'month' | 'year'
  limit: number
  used: number
}

export type Payer = Validity & {
  policyId: string
  contractId: string
  /** `credit`: an organization that pays for its members itself. */
  kind: 'insurance' | 'social-security' | 'credit'
  name: string
  /** 1 pays first; social security always pays before the others. */
  rank: number
  /** Integer, 0–100. */
  percent: number
  ceilings: readonly Ceiling[]
  /** By pharmacyProductId. */
  products: ReadonlyMap<string, ProductRule>
  /** The scheme covers only the products listed in `products` (national scheme). */
  coversOnlyListed: boolean
}

export type UncoveredReason =
  | { kind: 'excluded' }
  | { kind: 'not-listed' }
  | { kind: 'above-reference'; referencePrice: number }
  /** `percent`: the patient's percentage, 20 under a policy of 80 %. */
  | { kind: 'patient-part'; percent: number }
  | { kind: 'ceiling'; ceiling: Ceiling }
  | Lapse

/** An amount of a line that a payer does not cover, out of the amount that earlier payers left; never 0. */
export type Uncovered = { lineId: string; policyId: string; amount: number; reason: UncoveredReason }

/** `lines` has all lines of the sale, also those with a share of 0. */
export type PayerShare = { policyId: string; amount: Minor; lines: ReadonlyMap<string, Minor> }

export type Coverage = {
  total: Minor
  /** All payers in paying order, also those with a share of 0. */
  shares: readonly PayerShare[]
  patient: Minor
  patientLines: ReadonlyMap<string, Minor>
  /**
   * For one payer and one line, the amounts add up to the amount that earlier payers left minus the share of this
   * payer. Sorted in paying order, then by line id.
   */
  uncovered: readonly Uncovered[]
}

/** A ceiling and its remaining amount, at least 0. */
export type CeilingLeft = { ceiling: Ceiling; left: Minor }

/** A line; `left` is the amount that the payers so far do not cover. */
export type OpenLine = CoveredLine & { total: Minor; left: Minor }
/** The share of a line before ceilings, and the reasons for the rest. */
type Claim = { amount: number; refused: readonly { amount: number; reason: UncoveredReason }[] }

const EXCLUDED: UncoveredReason = { kind: 'excluded' }
const NOT_LISTED: UncoveredReason = { kind: 'not-listed' }

/**
 * Splits a sale among payers and patient, in minor units (product.md §5). Laws: Σ shares + patient = total, per line
 * and for the sale; no payer exceeds a ceiling; no amount is negative; the order of lines and payers does not matter.
 * Throws RangeError for an invalid amount, quantity or percentage, and for a duplicate line or policy, which the
 * schemas exclude.
 */
export function coverSale(lines: readonly CoveredLine[], payers: readonly Payer[], today: string): Coverage {
  const open = openLines(lines)
  const total = sum(open.map((line) => line.total))
  const takenOfContracts = new Map<string, number>()
  const uncovered: Uncovered[] = []

  const shares = inPayingOrder(payers).map((payer): PayerShare => {
    const lapse = lapseOn(today, payer)
    const claims = open.map((line) => claimOn(line, payer, lapse))
    const takenOfContract = takenOfContracts.get(payer.contractId) ?? 0
    const { taken, ceiling } = withinCeilings(claims, tightestCeiling(payer.ceilings, takenOfContract))
    for (const [place, line] of open.entries()) {
      const share = taken[place]!
      const { amount, refused } = claims[place]!
      const reasons = ceiling
        ? [...refused, { amount: amount - share, reason: { kind: 'ceiling', ceiling } as const }]
        : refused
      for (const { amount: refusal, reason } of reasons)
        if (refusal > 0) uncovered.push({ lineId: line.id, policyId: payer.policyId, amount: refusal, reason })
      line.left = minor(line.left - share)
    }
    const amount = sum(taken)
    takenOfContracts.set(payer.contractId, takenOfContract + amount)
    return { policyId: payer.policyId, amount, lines: new Map(open.map(({ id }, place) => [id, taken[place]!])) }
  })

  return {
    total,
    shares,
    patient: sum(open.map(({ left }) => left)),
    patientLines: new Map(open.map(({ id, left }) => [id, left])),
    uncovered,
  }
}

/**
 * The ceiling with the smallest remaining amount; null without any. `takenOfContract`: shares of this sale already
 * taken by policies of the same contract: the policies of one patient, who is in one family.
 */
export function tightestCeiling(ceilings: readonly Ceiling[], takenOfContract = 0): CeilingLeft | null {
  const lefts = ceilings.map((ceiling) => ({
    ceiling,
    left: minor(Math.max(0, ceiling.limit - ceiling.used - (ceiling.scope === 'policy' ? 0 : takenOfContract))),
  }))
  return lefts.sort(byTightness)[0] ?? null
}

const lasting = { year: 0, month: 1, day: 2, sale: 3 }

// With equal remaining amounts, the ceiling with the longest period comes first, because it also applies on the
// following days. The other criteria only make the order deterministic.
function byTightness(a: CeilingLeft, b: CeilingLeft): number {
  const [one, other] = [a.ceiling, b.ceiling]
  return (
    a.left - b.left ||
    lasting[one.period] - lasting[other.period] ||
    compareTexts(one.scope, other.scope) ||
    one.limit - other.limit ||
    one.used - other.used
  )
}

/**
 * The lines before the first payer, sorted by id, so that rounding remainders and reasons do not depend on the order of
 * entry. Throws RangeError as `coverSale` does.
 */
export function openLines(lines: readonly CoveredLine[]): OpenLine[] {
  refuseTwice(lines.map(({ id }) => id))
  return [...lines]
    .sort((a, b) => compareTexts(a.id, b.id))
    .map(({ id, pharmacyProductId, price, quantity }) => {
      for (const figure of [price, quantity])
        if (!Number.isSafeInteger(figure) || figure < 0)
          throw new RangeError(`not a price or quantity that can be covered: ${figure}`)
      const total = lineTotal({ price, quantity })
      return { id, pharmacyProductId, price, quantity, total, left: total }
    })
}

/** Social security first, then by rank; equal ranks by policy id. */
export function byPayingOrder(
  a: Pick<Payer, 'kind' | 'rank' | 'policyId'>,
  b: Pick<Payer, 'kind' | 'rank' | 'policyId'>,
): number {
  const isLater = ({ kind }: Pick<Payer, 'kind'>) => Number(kind !== 'social-security')
  return isLater(a) - isLater(b) || a.rank - b.rank || compareTexts(a.policyId, b.policyId)
}

function inPayingOrder(payers: readonly Payer[]): Payer[] {
  refuseTwice(payers.map(({ policyId }) => policyId))
  return [...payers].sort(byPayingOrder)
}

function refuseTwice(ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) throw new RangeError(`the same id twice among ${ids.join(', ')}`)
}

/** What a payer takes of the remainder of a line before its ceilings, and why not more. `lapse`: of its policy. */
export function claimOn(line: OpenLine, payer: Payer, lapse: Lapse | null): Claim {
  const rule = payer.products.get(line.pharmacyProductId)
  const barred = lapse ?? (rule?.isExcluded ? EXCLUDED : !rule && payer.coversOnlyListed ? NOT_LISTED : null)
  if (barred) return { amount: 0, refused: [{ amount: line.left, reason: barred }] }
  const percent = rule?.percent ?? payer.percent
  const referencePrice = rule?.referencePrice ?? line.price
  const base = lineTotal({ price: Math.min(line.price, referencePrice), quantity: line.quantity })
  const amount = Math.min(percentOf(base, percent), line.left)
  // Earlier payers may have left less than the parts that this payer excludes. The uncovered amount is attributed to
  // the part above the reference price first, then to the patient's part.
  const aboveReference = Math.min(line.total - base, line.left - amount)
  return {
    amount,
    refused: [
      { amount: aboveReference, reason: { kind: 'above-reference', referencePrice } },
      { amount: line.left - amount - aboveReference, reason: { kind: 'patient-part', percent: 100 - percent } },
    ],
  }
}

/** The payer's share of each line after its ceilings, and the ceiling that reduced it (null: none). */
function withinCeilings(
  claims: readonly Claim[],
  tightest: CeilingLeft | null,
): { taken: Minor[]; ceiling: Ceiling | null } {
  const amounts = claims.map(({ amount }) => minor(amount))
  if (tightest === null || sum(amounts) <= tightest.left) return { taken: amounts, ceiling: null }
  return { taken: spreadProRata(tightest.left, amounts), ceiling: tightest.ceiling }
}
