import { sql } from 'kysely'
import type { NewPolicy } from '#shared/contract/contract-policies.ts'
import type { Tx } from '#server/db/database.ts'

export type PolicyTerms = NewPolicy & { id: string; archived: boolean }

export async function insertPolicy(tx: Tx, pharmacyId: string, policy: PolicyTerms): Promise<void> {
  await tx
    .insertInto('contract_policies')
    .values({
      pharmacy_id: pharmacyId,
      id: policy.id,
      contract_id: policy.contractId,
      beneficiary_id: policy.beneficiaryId,
      ...columns(policy),
    })
    .execute()
}

/** Updates every column except the beneficiary and the contract. */
export async function updatePolicy(tx: Tx, pharmacyId: string, policy: PolicyTerms): Promise<void> {
  await tx
    .updateTable('contract_policies')
    .set(columns(policy))
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', policy.id)
    .execute()
}

function columns({ holderId, number, coverage, rank, ceilings, validFrom, validUntil, tags, archived }: PolicyTerms) {
  return {
    holder_id: holderId,
    number,
    coverage,
    rank,
    archived,
    ceiling_per_sale: ceilings.perSale,
    ceiling_per_day: ceilings.perDay,
    ceiling_per_month: ceilings.perMonth,
    ceiling_per_year: ceilings.perYear,
    valid_from: validFrom,
    valid_until: validUntil,
    tag_ids: [...tags],
  }
}

/**
 * The facts that the rules need about the contract and the persons that a policy names; null for those that the
 * pharmacy does not have.
 */
export type PolicyParties = {
  /** `defaultCoverage`: its rate, in percent. */
  contract: { archived: boolean; defaultCoverage: number } | null
  beneficiary: { archived: boolean } | null
  holder: { archived: boolean } | null
}

export async function policyParties(
  tx: Tx,
  pharmacyId: string,
  { contractId, beneficiaryId, holderId }: Pick<NewPolicy, 'contractId' | 'beneficiaryId' | 'holderId'>,
): Promise<PolicyParties> {
  const person = (id: string | null) =>
    sql`(select json_build_object('archived', f.archived or f.merged_into is not null) from persons f
      where f.pharmacy_id = ${pharmacyId} and f.id = ${id}::uuid)`
  const { rows } = await sql<PolicyParties>`
    select (select json_build_object('archived', c.archived, 'defaultCoverage', c.default_coverage) from contracts c
      where c.pharmacy_id = ${pharmacyId}
      and c.id = ${contractId}) as contract,
      ${person(beneficiaryId)} as beneficiary, ${person(holderId)} as holder`.execute(tx)
  return rows[0]!
}
