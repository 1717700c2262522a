import { sql, type RawBuilder } from 'kysely'
import type { ContractPolicy, PolicyDetail, PolicySort } from '#shared/contract/contract-policies.ts'
import type { Ceilings } from '#shared/contract/contracts.ts'
import type { CeilingYear } from '#shared/domain/coverage/policy-uses.ts'
import { displayName } from '#shared/domain/person.ts'
import { partsOf } from '#shared/domain/search/fold.ts'
import { ceilingsJson, usesFor, usesOfFamilies, usesOfPolicies } from '#server/coverage/policy-uses.repo.ts'
import { contractHeads } from '#server/coverage/contract.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

/** The order in which policies pay (domain/coverage): social security first, then by rank, then the oldest id. */
const payingOrder = sql`(coalesce(i.kind, '') <> 'social-security'), k.rank, k.id`

type Names = {
  beneficiaryFirstName: string
  beneficiaryLastName: string
  holderFirstName: string | null
  holderLastName: string | null
}

/**
 * Policies that are not archived under contracts that are not archived, grouped by beneficiary, in the order in which
 * they pay.
 */
export async function policiesOf(
  tx: Tx,
  pharmacyId: string,
  personIds: readonly string[],
  today: string,
): Promise<Map<string, ContractPolicy[]>> {
  if (personIds.length === 0) return new Map()
  const rows = await policiesWhere(
    tx,
    pharmacyId,
    sql`k.beneficiary_id = any(${personIds}::uuid[]) and not k.archived and not c.archived order by ${payingOrder}`,
    today,
  )
  return groupBy(rows, ({ beneficiaryId }) => beneficiaryId)
}

/** Every policy of a person with the related names, in the order in which they pay; archived ones last. */
export async function policyDetailsOf(
  tx: Tx,
  pharmacyId: string,
  personId: string,
  today: string,
): Promise<PolicyDetail[]> {
  return detailed(
    tx,
    pharmacyId,
    await policiesWhere(tx, pharmacyId, sql`k.beneficiary_id = ${personId} order by k.archived, ${payingOrder}`, today),
    today,
  )
}

/** Policies by id with the related names, in any order. */
export async function policyDetails(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  today: string,
): Promise<PolicyDetail[]> {
  return detailed(tx, pharmacyId, await policiesWhere(tx, pharmacyId, sql`k.id = any(${ids}::uuid[])`, today), today)
}

export type PolicyFilter = Page & {
  contractId?: string | undefined
  search?: string | undefined
  tag?: string | undefined
  ownerId?: string | undefined
  sort?: PolicySort | undefined
}

/**
 * Policies filtered by contract, tag, owner of the contract, and search on number or beneficiary; archived ones last.
 */
export async function pageOfPolicies(
  tx: Tx,
  pharmacyId: string,
  { contractId, search, tag, ownerId, sort, ...page }: PolicyFilter,
  today: string,
): Promise<{ items: PolicyDetail[]; total: number }> {
  const conditions = [
    ...(contractId ? [sql`k.contract_id = ${contractId}`] : []),
    ...(tag ? [sql`${tag}::uuid = any(k.tag_ids)`] : []),
    ...(ownerId ? [sql`c.owner_organization_id = ${ownerId}`] : []),
    ...partsOf(search ?? '').map((part) => sql`(strpos(k.searched, ${part}) > 0 or strpos(b.searched, ${part}) > 0)`),
  ]
  const condition = sql.join([sql`true`, ...conditions], sql` and `)
  const order = sortOrder(sort, sortColumns, sql`k.archived, b.searched, k.number, k.id`)
  const { items, total } = await pagedRows(tx, page, {
    from: sql`${search || ownerId ? joined : sql`contract_policies k`} where k.pharmacy_id = ${pharmacyId} and ${condition}`,
    items: (limit) => policiesWhere(tx, pharmacyId, sql`${condition} order by ${order} ${limit}`, today),
  })
  return { items: await detailed(tx, pharmacyId, items, today), total }
}

/** The terms are those of the policy within its contract (domain/coverage/policy-terms). */
const sortColumns = {
  beneficiary: sql`b.searched`,
  number: sql`folded(k.number)`,
  holder: sql`h.searched`,
  contract: sql`folded(coalesce(i.name, (select o.name from organizations o where o.pharmacy_id = c.pharmacy_id
    and o.id = c.owner_organization_id)) || ', ' || c.label)`,
  percent: sql`coalesce(k.coverage, c.default_coverage)`,
  from: sql`greatest(k.valid_from, c.valid_from)`,
  until: sql`least(k.valid_until, c.valid_until)`,
}

const joined = sql`
    contract_policies k
      join persons b on b.pharmacy_id = k.pharmacy_id and b.id = k.beneficiary_id
      join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id`

async function policiesWhere(
  tx: Tx,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
  today: string,
): Promise<(ContractPolicy & Names)[]> {
  const { rows } = await sql<
    Omit<ContractPolicy, 'uses' | 'familyUses'> & Names & { familyCeilings: Ceilings; year: CeilingYear }
  >`
    select k.id, k.contract_id as "contractId", k.beneficiary_id as "beneficiaryId", k.holder_id as "holderId",
      k.number, k.coverage, k.rank,
      ${ceilingsJson('k')} as ceilings, ${ceilingsJson('c', 'family_')} as "familyCeilings",
      json_build_object('ceilingYear', c.ceiling_year, 'validFrom', c.valid_from) as year,
      k.valid_from as "validFrom", k.valid_until as "validUntil", k.tag_ids as tags, k.archived,
      b.first_name as "beneficiaryFirstName", b.last_name as "beneficiaryLastName", h.first_name as "holderFirstName",
        h.last_name as "holderLastName"
    from ${joined}
      left join companies i on i.pharmacy_id = k.pharmacy_id and i.id = c.company_id
      left join persons h on h.pharmacy_id = k.pharmacy_id and h.id = k.holder_id
    where k.pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  const uses = await usesOfPolicies(tx, pharmacyId, rows, today)
  const familyUses = await usesOfFamilies(
    tx,
    pharmacyId,
    rows.map(({ id, familyCeilings, year }) => ({ id, ceilings: familyCeilings, year })),
    today,
  )
  return rows.map(({ familyCeilings, year: _year, ...row }) => ({
    ...row,
    uses: usesFor(row, uses, today),
    familyUses: usesFor({ id: row.id, ceilings: familyCeilings }, familyUses, today),
  }))
}

async function detailed(
  tx: Tx,
  pharmacyId: string,
  policies: readonly (ContractPolicy & Names)[],
  today: string,
): Promise<PolicyDetail[]> {
  const heads = await contractHeads(tx, pharmacyId, [...new Set(policies.map(({ contractId }) => contractId))], today)
  const contracts = new Map(heads.map((head) => [head.id, head]))
  return policies.map(({ beneficiaryFirstName, beneficiaryLastName, holderFirstName, holderLastName, ...policy }) => {
    const contract = contracts.get(policy.contractId)!
    return {
      ...policy,
      contract,
      payerName: contract.payerName,
      payerKind: contract.payerKind,
      beneficiaryName: displayName({ firstName: beneficiaryFirstName, lastName: beneficiaryLastName }),
      holderName:
        holderLastName === null ? null : displayName({ firstName: holderFirstName ?? '', lastName: holderLastName }),
    }
  })
}
