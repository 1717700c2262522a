import { sql } from 'kysely'
import type { ProductException } from '#shared/domain/coverage/product-rules.ts'
import type { Tx } from '#server/db/database.ts'
import type { KnownPolicy } from '#server/sales/closing-policies.repo.ts'
import type { Lately, Shop } from '#server/sales/shop.ts'

/**
 * In ms. A till reads a change within seconds, but a sale that stands on its screen was agreed with the customer before:
 * a longer one is not at the counter any more.
 */
const atCounterMs = 15 * 60_000

type Fields = Record<string, unknown>
type Change = {
  at: Date
  part: string
  recordId: string
  action: 'insert' | 'update' | 'delete'
  /** Without the fields that are null. */
  before: Fields
  after: Fields
}

/** What stood in the last minutes, found by taking back the changes that the audit has of them. */
export async function readLately(tx: Tx, pharmacyId: string, shop: Shop, now: Date): Promise<Lately> {
  const { policies, persons, organizations } = shop
  const ids = [
    ...policies.flatMap(({ id, contract, scheme }) => [id, contract.id, ...scheme.map((line) => line.id)]),
    ...[...persons, ...organizations].map(({ owedBy }) => owedBy),
  ]
  const { rows: changes } = await sql<Change>`
    select at, part, record_id as "recordId", action, coalesce(before, '{}') as before, coalesce(after, '{}') as after
    from audit_entries where pharmacy_id = ${pharmacyId} and record_id = any(${ids}::uuid[])
      and at >= ${new Date(now.getTime() - atCounterMs)} order by n desc`.execute(tx)
  const former: KnownPolicy[][] = []
  let known = policies
  for (const [place, change] of changes.entries()) {
    known = known.map((policy) => policyBefore(policy, change))
    // What one transaction changed was never there in part.
    if (changes[place + 1]?.at.getTime() !== change.at.getTime()) former.push(known)
  }
  return {
    policies: former,
    archived: new Set(changes.flatMap(({ recordId, before }) => (before.archived === false ? [recordId] : []))),
  }
}

function policyBefore(policy: KnownPolicy, change: Change): KnownPolicy {
  const { part, recordId, action } = change
  if (part === 'contract_policies' && recordId === policy.id)
    return {
      ...policy,
      coverage: fieldBefore(change, 'coverage', policy.coverage),
      rank: fieldBefore(change, 'rank', policy.rank),
    }
  if (part === 'contracts' && recordId === policy.contract.id)
    return {
      ...policy,
      contract: {
        ...policy.contract,
        defaultCoverage: fieldBefore(change, 'default_coverage', policy.contract.defaultCoverage),
      },
    }
  if (part === 'contract_products' && recordId === policy.contract.id)
    return { ...policy, exceptions: exceptionsBefore(policy.exceptions, change) }
  if (part !== 'product_health_insurances') return policy
  const others = policy.scheme.filter(({ id }) => id !== recordId)
  const lines = policy.scheme.flatMap((line) =>
    line.id !== recordId
      ? []
      : {
          ...line,
          rate: fieldBefore(change, 'rate', line.rate),
          basePrice: fieldBefore(change, 'base_price', line.basePrice),
          archived: fieldBefore(change, 'archived', line.archived),
        },
  )
  return { ...policy, scheme: action === 'insert' ? others : [...others, ...lines] }
}

function fieldBefore<Value>({ before, after }: Change, field: string, present: Value): Value {
  return field in before || field in after ? ((before[field] ?? null) as Value) : present
}

/** The exceptions of a contract are replaced: each is deleted and inserted, never updated. */
function exceptionsBefore(present: readonly ProductException[], { action, before, after }: Change): ProductException[] {
  const of = (action === 'insert' ? after : before) as Fields & { pharmacy_product_id: string }
  const others = present.filter(({ pharmacyProductId }) => pharmacyProductId !== of.pharmacy_product_id)
  if (action === 'insert') return others
  return [
    ...others,
    {
      pharmacyProductId: of.pharmacy_product_id,
      excluded: of.excluded === true,
      coverage: (of.coverage ?? null) as number | null,
      referencePrice: (of.reference_price ?? null) as number | null,
    },
  ]
}
