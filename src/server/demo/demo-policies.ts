import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { ceilingColumns, type CeilingColumns, type DemoContract } from '#server/demo/demo-contracts.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { tagId } from '#server/demo/demo-payers.ts'
import { digits, type DemoPerson, type Household } from '#server/demo/demo-persons.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'

export type DemoPolicy = { contract: DemoContract; person: DemoPerson; row: PolicyRow }
type PolicyRow = CeilingColumns & {
  id: string
  contract_id: string
  beneficiary_id: string
  holder_id: string | null
  number: string
  coverage: number | null
  rank: number
  valid_from: string
  valid_until: string | null
  tag_ids: string[]
}
type RelationshipRow = { id: string; person_id: string; relative_id: string; kind: 'spouse' | 'child' }

/** Share of households with a policy of an employer or insurer, besides those of social security. */
const insuredShare = 0.52

/**
 * The policies of the insured: the head of a household, and the others as dependants. Some policies have expired, some
 * expire soon.
 */
export function demoPolicies(
  slug: string,
  households: readonly Household[],
  contracts: readonly DemoContract[],
  calendar: DemoCalendar,
): DemoPolicy[] {
  const random = seededRandom('policies', slug)
  const state = contracts.find(({ plan }) => plan.owner === null && plan.label === 'Assurance maladie')
  const others = contracts.filter((contract) => contract !== state)
  let insured = 0
  return households.flatMap(({ head, spouse, children }) => {
    const members = [head, ...(spouse ? [spouse] : []), ...children]
    const enrolled =
      state && head.social_security_id !== null
        ? members.map((person) =>
            policyOf(
              {
                slug,
                contract: state,
                person,
                holder: null,
                number: person.social_security_id ?? '',
                rank: 1,
                days: { from: 400, until: null },
              },
              calendar,
            ),
          )
        : []
    const contract = random.next() < insuredShare ? others[insured % others.length] : undefined
    if (!contract) return enrolled
    insured++
    const number = `${contract.row.number.slice(0, 4)}-${digits(random, 5)}`
    const days = { from: random.int(100, 600), until: untilOf(insured, random) }
    const covered = members.filter((person) => person === head || random.next() < 0.85)
    const cards = covered.map((person) =>
      policyOf(
        {
          slug,
          contract,
          person,
          holder: person === head ? null : head,
          number,
          rank: enrolled.length > 0 ? 2 : 1,
          days,
        },
        calendar,
      ),
    )
    return [...enrolled, ...cards]
  })
}

/**
 * Of seven policies, one has expired and one expires soon; the others are valid longer or have no end. In days from
 * today.
 */
function untilOf(count: number, random: Random): number | null {
  if (count % 7 === 3) return -random.int(2, 60)
  if (count % 7 === 5) return random.int(2, 28)
  return random.next() < 0.5 ? random.int(60, 500) : null
}

type Wanted = {
  slug: string
  contract: DemoContract
  person: DemoPerson
  holder: DemoPerson | null
  number: string
  rank: number
  days: { from: number; until: number | null }
}

function policyOf({ slug, contract, person, holder, number, rank, days }: Wanted, calendar: DemoCalendar): DemoPolicy {
  const id = demoId('policy', contract.row.id, person.id)
  const needsProof = holder !== null && Number(person.birth_date?.slice(0, 4)) < 2006
  return {
    contract,
    person,
    row: {
      id,
      contract_id: contract.row.id,
      beneficiary_id: person.id,
      holder_id: holder?.id ?? null,
      number,
      coverage: null,
      rank,
      ...ceilingColumns(contract.plan.ofPolicy),
      valid_from: calendar.day(days.from).date,
      valid_until: days.until === null ? null : calendar.day(-days.until).date,
      tag_ids: needsProof ? [tagId(slug, 'Attestation à demander')] : [],
    },
  }
}

/** The relationships of the members of a household to its head. */
export function demoRelationships(households: readonly Household[]): RelationshipRow[] {
  return households.flatMap(({ head, spouse, children }) => {
    const related = (relative: DemoPerson, kind: RelationshipRow['kind']): RelationshipRow => ({
      id: demoId('relationship', head.id, relative.id),
      person_id: head.id,
      relative_id: relative.id,
      kind,
    })
    return [...(spouse ? [related(spouse, 'spouse')] : []), ...children.map((child) => related(child, 'child'))]
  })
}

/** Below this used amount in a month, no ceiling is close. */
const muchUsed = 3000

/** Sets a monthly ceiling just above the amount used this month, on every other policy with a high used amount. */
export function tightenCeilings(
  policies: readonly DemoPolicy[],
  usedThisMonth: ReadonlyMap<string, number>,
): DemoPolicy[] {
  let used = 0
  return policies.map((policy) => {
    const sum = usedThisMonth.get(policy.row.id) ?? 0
    if (sum < muchUsed || used++ % 2 !== 0) return policy
    return { ...policy, row: { ...policy.row, ceiling_per_month: (Math.floor(sum / 500) + 1) * 500 } }
  })
}
