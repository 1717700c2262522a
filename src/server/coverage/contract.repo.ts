import { sql, type RawBuilder } from 'kysely'
import type { Contract, ContractDetail, ContractProduct } from '#shared/contract/contracts.ts'
import { displayName } from '#shared/domain/person.ts'
import { ceilingsJson, usesFor, usesOfContracts } from '#server/coverage/policy-uses.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

export type PayerKind = 'insurer' | 'social-security' | 'organization'
/** A contract without its products, with its payer. */
export type ContractHead = Omit<Contract, 'products'> & { payerId: string; payerName: string; payerKind: PayerKind }

type HeadRow = Omit<ContractHead, 'ownerName' | 'uses'> & {
  organizationName: string | null
  firstName: string | null
  lastName: string | null
}

/** Contracts that are not archived, grouped by payer: a company, or an organization that pays itself. */
export async function contractsOf(
  tx: Tx,
  pharmacyId: string,
  payerIds: readonly string[],
  today: string,
): Promise<Map<string, Contract[]>> {
  if (payerIds.length === 0) return new Map()
  const heads = await headsWhere(
    tx,
    pharmacyId,
    sql`${paidBy(payerIds)} and not c.archived order by folded(c.label), c.id`,
    today,
  )
  const products = await productsOf(
    tx,
    pharmacyId,
    heads.map(({ id }) => id),
  )
  const groups = groupBy(heads, ({ payerId }) => payerId)
  return new Map(
    [...groups].map(([payerId, own]) => [
      payerId,
      own.map((head) => ({ ...head, products: products.get(head.id) ?? [] })),
    ]),
  )
}

/** Contracts by id, in any order. */
export function contractHeads(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  today: string,
): Promise<ContractHead[]> {
  return headsWhere(tx, pharmacyId, sql`c.id = any(${ids}::uuid[])`, today)
}

/** The fields of a contract in a list. */
export type ContractSummary = Omit<ContractDetail, 'products'>

/** Sorted by payer and label; archived contracts last. */
export function pageOfContracts(
  tx: Tx,
  pharmacyId: string,
  page: Page,
  today: string,
): Promise<{ items: ContractSummary[]; total: number }> {
  const order = sql`c.archived, coalesce(i.name, o.name), folded(c.label), c.id`
  return pagedRows(tx, page, {
    from: sql`contracts where pharmacy_id = ${pharmacyId}`,
    items: (limit) => summariesWhere(tx, pharmacyId, sql`true order by ${order} ${limit}`, today),
  })
}

/** All contracts of one payer; archived contracts last. */
export function contractsOfPayer(
  tx: Tx,
  pharmacyId: string,
  payerId: string,
  today: string,
): Promise<ContractSummary[]> {
  return summariesWhere(tx, pharmacyId, sql`${paidBy([payerId])} order by c.archived, folded(c.label), c.id`, today)
}

/** One contract with its products, sorted by label. */
export async function findContract(
  tx: Tx,
  pharmacyId: string,
  id: string,
  today: string,
): Promise<ContractDetail | undefined> {
  const [summary] = await summariesWhere(tx, pharmacyId, sql`c.id = ${id}`, today)
  if (!summary) return undefined
  const { rows: products } = await sql<ContractDetail['products'][number]>`
    select x.pharmacy_product_id as "pharmacyProductId", x.excluded, x.coverage, x.reference_price as "referencePrice",
      coalesce(pp.private_label, p.label) as label
    from contract_products x
      join pharmacy_products pp on pp.pharmacy_id = x.pharmacy_id and pp.id = x.pharmacy_product_id
      left join products p on p.id = pp.product_id
    where x.pharmacy_id = ${pharmacyId} and x.contract_id = ${id} order by label, x.pharmacy_product_id`.execute(tx)
  return { ...summary, products }
}

async function summariesWhere(
  tx: Tx,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
  today: string,
): Promise<ContractSummary[]> {
  const heads = await headsWhere(tx, pharmacyId, condition, today)
  const { rows } = await sql<{ id: string; count: number }>`
    select contract_id as id, count(*) as count from contract_policies where pharmacy_id = ${pharmacyId}
      and contract_id = any(${heads.map(({ id }) => id)}::uuid[]) and not archived group by 1`.execute(tx)
  const policies = new Map(rows.map(({ id, count }) => [id, count]))
  return heads.map((head) => ({ ...head, policies: policies.get(head.id) ?? 0 }))
}

async function headsWhere(
  tx: Tx,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
  today: string,
): Promise<ContractHead[]> {
  const { rows } = await sql<HeadRow>`
    select c.id, c.company_id as "companyId",
      case
        when c.owner_organization_id is not null
          then json_build_object('kind', 'organization', 'id', c.owner_organization_id)
        when c.owner_person_id is not null then json_build_object('kind', 'person', 'id', c.owner_person_id)
      end as owner,
      o.name as "organizationName", f.first_name as "firstName", f.last_name as "lastName",
      c.label, c.number, c.default_coverage as "defaultCoverage", c.valid_from as "validFrom",
        c.valid_until as "validUntil", c.archived,
      ${ceilingsJson('c')} as ceilings, ${ceilingsJson('c', 'family_')} as "familyCeilings",
      c.ceiling_year as "ceilingYear",
      coalesce(c.company_id, c.owner_organization_id) as "payerId", coalesce(i.name, o.name) as "payerName",
        coalesce(i.kind, 'organization') as "payerKind"
    from contracts c
      left join companies i on i.pharmacy_id = c.pharmacy_id and i.id = c.company_id
      left join organizations o on o.pharmacy_id = c.pharmacy_id and o.id = c.owner_organization_id
      left join persons f on f.pharmacy_id = c.pharmacy_id and f.id = c.owner_person_id
    where c.pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  const heads = rows.map(({ organizationName, firstName, lastName, ...head }) => ({
    ...head,
    ownerName: organizationName ?? (lastName === null ? null : displayName({ firstName: firstName ?? '', lastName })),
  }))
  const uses = await usesOfContracts(
    tx,
    pharmacyId,
    heads.map(({ id, ceilings, ...year }) => ({ id, ceilings, year })),
    today,
  )
  return heads.map((head) => ({ ...head, uses: usesFor(head, uses, today) }))
}

/** The payer of a contract without a company is its owner, an organization. */
function paidBy(payerIds: readonly string[]): RawBuilder<unknown> {
  return sql`(c.company_id = any(${payerIds}::uuid[]) or c.company_id is null
    and c.owner_organization_id = any(${payerIds}::uuid[]))`
}

async function productsOf(
  tx: Tx,
  pharmacyId: string,
  contractIds: readonly string[],
): Promise<Map<string, ContractProduct[]>> {
  const { rows } = await sql<ContractProduct & { contractId: string }>`
    select contract_id as "contractId", pharmacy_product_id as "pharmacyProductId", excluded, coverage,
      reference_price as "referencePrice"
    from contract_products where pharmacy_id = ${pharmacyId} and contract_id = any(${contractIds}::uuid[])
      order by pharmacy_product_id`.execute(tx)
  return groupBy(rows, ({ contractId }) => contractId)
}
