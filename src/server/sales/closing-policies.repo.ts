import { sql } from 'kysely'
import type { Ceilings, PolicyUses } from '#shared/contract/contracts.ts'
import {
  ceilingsJson,
  isSameFamily,
  usesFor,
  usesOfContracts,
  usesOfFamilies,
  usesOfPolicies,
} from '#server/coverage/policy-uses.repo.ts'
import type { CeilingYear } from '#shared/domain/coverage/policy-uses.ts'
import type { ProductException } from '#shared/domain/coverage/product-rules.ts'
import type { Tx } from '#server/db/database.ts'

type Terms = { validFrom: string | null; validUntil: string | null; ceilings: Ceilings; uses: PolicyUses | null }

/**
 * A policy named by a sale, with the terms of the policy and its contract, and the amounts used on the day of the sale.
 */
export type KnownPolicy = Terms & {
  id: string
  familyUses: PolicyUses | null
  /** Who is in the family under the contract, when it has ceilings of a period for families. */
  family: string[]
  /** The policy, its contract or its payer is archived. */
  archived: boolean
  /** Its own rate, in percent; null: the contract's. */
  coverage: number | null
  /** 1 pays first. */
  rank: number
  /** What the contract says of products of the sale, beside the lines of the national scheme, which only it follows. */
  exceptions: readonly ProductException[]
  scheme: readonly SchemeLine[]
  beneficiaryId: string
  /** The beneficiary is the patient of the sale, or a person merged with the patient. */
  isPatients: boolean
  payer: { kind: 'insurer' | 'social-security' | 'organization'; id: string }
  contract: Terms & { id: string; defaultCoverage: number; familyCeilings: Ceilings } & CeilingYear
}
/** A line of the national scheme, with the product of the sale that it pays for; archived ones too. */
export type SchemeLine = { id: string; pharmacyProductId: string; rate: number; basePrice: number; archived: boolean }

type Row = Omit<KnownPolicy, 'uses' | 'familyUses' | 'exceptions' | 'scheme' | 'contract'> & {
  contract: Omit<KnownPolicy['contract'], 'uses'>
}

export async function policiesNamed(
  tx: Tx,
  pharmacyId: string,
  policyIds: readonly string[],
  { patientId, productIds, day }: { patientId: string | null; productIds: readonly string[]; day: string },
): Promise<KnownPolicy[]> {
  if (policyIds.length === 0) return []
  const { rows } = await sql<Row>`
    select k.id, k.coverage, k.rank, k.beneficiary_id as "beneficiaryId",
      coalesce(b.merged_into, b.id) is not distinct from coalesce(f.merged_into, f.id) as "isPatients",
      k.archived or c.archived or coalesce(i.archived, o.archived, false) as archived, k.valid_from as "validFrom",
        k.valid_until as "validUntil",
      ${ceilingsJson('k')} as ceilings,
      case when num_nonnulls(c.family_ceiling_per_day, c.family_ceiling_per_month, c.family_ceiling_per_year) > 0
        then array(select o.beneficiary_id from contract_policies o where o.pharmacy_id = k.pharmacy_id
          and o.contract_id = k.contract_id and ${isSameFamily}) else '{}' end as family,
      json_build_object('kind', coalesce(i.kind, 'organization'),
        'id', coalesce(c.company_id, c.owner_organization_id)) as payer,
      json_build_object('id', c.id, 'defaultCoverage', c.default_coverage, 'validFrom', c.valid_from,
        'validUntil', c.valid_until, 'ceilings', ${ceilingsJson('c')}, 'familyCeilings', ${ceilingsJson('c', 'family_')},
        'ceilingYear', c.ceiling_year) as contract
    from contract_policies k
      join persons b on b.pharmacy_id = k.pharmacy_id and b.id = k.beneficiary_id
      join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
      left join companies i on i.pharmacy_id = k.pharmacy_id and i.id = c.company_id
      left join organizations o on c.company_id is null and o.pharmacy_id = k.pharmacy_id
        and o.id = c.owner_organization_id
      left join persons f on f.pharmacy_id = k.pharmacy_id and f.id = ${patientId}
    where k.pharmacy_id = ${pharmacyId} and k.id = any(${policyIds}::uuid[])`.execute(tx)
  const limited = (of: (row: Row) => { id: string; ceilings: Ceilings }) =>
    rows.map((row) => ({ ...of(row), year: row.contract }))
  const usesOfPolicy = await usesOfPolicies(
    tx,
    pharmacyId,
    limited((row) => row),
    day,
  )
  const usesOfFamily = await usesOfFamilies(
    tx,
    pharmacyId,
    limited(({ id, contract }) => ({ id, ceilings: contract.familyCeilings })),
    day,
  )
  const contracts = new Map(limited(({ contract }) => contract).map((row) => [row.id, row]))
  const usesOfContract = await usesOfContracts(tx, pharmacyId, [...contracts.values()], day)
  const rulesOf = await readRules(tx, pharmacyId, rows, productIds)
  return rows.map((row) => ({
    ...row,
    uses: usesFor(row, usesOfPolicy, day),
    familyUses: usesFor({ id: row.id, ceilings: row.contract.familyCeilings }, usesOfFamily, day),
    ...rulesOf(row),
    contract: { ...row.contract, uses: usesFor(row.contract, usesOfContract, day) },
  }))
}

/** Reads what the contracts and the national scheme say of these products. */
async function readRules(
  tx: Tx,
  pharmacyId: string,
  policies: readonly Row[],
  productIds: readonly string[],
): Promise<(policy: Row) => Pick<KnownPolicy, 'exceptions' | 'scheme'>> {
  const { rows: exceptions } = await sql<ProductException & { contractId: string }>`
    select contract_id as "contractId", pharmacy_product_id as "pharmacyProductId", excluded, coverage,
      reference_price as "referencePrice"
    from contract_products where pharmacy_id = ${pharmacyId}
      and contract_id = any(${policies.map(({ contract }) => contract.id)}::uuid[])
      and pharmacy_product_id = any(${productIds}::uuid[])`.execute(tx)
  const isOfScheme = ({ payer }: Row): boolean => payer.kind === 'social-security'
  const { rows: scheme } = policies.some(isOfScheme)
    ? await sql<SchemeLine>`
        select h.id, o.id as "pharmacyProductId", h.rate, h.base_price as "basePrice", h.archived
        from pharmacy_products o
          join product_health_insurances h on h.pharmacy_id = o.pharmacy_id and h.product_id = o.product_id
        where o.pharmacy_id = ${pharmacyId} and o.id = any(${productIds}::uuid[])`.execute(tx)
    : { rows: [] }
  return (policy) => ({
    exceptions: exceptions.filter(({ contractId }) => contractId === policy.contract.id),
    scheme: isOfScheme(policy) ? scheme : [],
  })
}
