import { sql } from 'kysely'
import type { ContractProduct, NewContract } from '#shared/contract/contracts.ts'
import type { Tx } from '#server/db/database.ts'

export type ContractTerms = NewContract & { id: string; archived: boolean }

export async function insertContract(tx: Tx, pharmacyId: string, contract: ContractTerms): Promise<void> {
  await tx
    .insertInto('contracts')
    .values({ pharmacy_id: pharmacyId, id: contract.id, company_id: contract.companyId, ...columns(contract) })
    .execute()
  await insertProducts(tx, pharmacyId, contract)
}

/** Updates every column except the payer, and replaces all products of the contract. */
export async function updateContract(tx: Tx, pharmacyId: string, contract: ContractTerms): Promise<void> {
  await tx
    .updateTable('contracts')
    .set(columns(contract))
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', contract.id)
    .execute()
  await tx
    .deleteFrom('contract_products')
    .where('pharmacy_id', '=', pharmacyId)
    .where('contract_id', '=', contract.id)
    .execute()
  await insertProducts(tx, pharmacyId, contract)
}

function columns({
  owner,
  label,
  number,
  defaultCoverage,
  ceilings,
  familyCeilings,
  ceilingYear,
  validFrom,
  validUntil,
  archived,
}: ContractTerms) {
  return {
    owner_organization_id: owner?.kind === 'organization' ? owner.id : null,
    owner_person_id: owner?.kind === 'person' ? owner.id : null,
    label,
    number,
    default_coverage: defaultCoverage,
    archived,
    ceiling_per_sale: ceilings.perSale,
    ceiling_per_day: ceilings.perDay,
    ceiling_per_month: ceilings.perMonth,
    ceiling_per_year: ceilings.perYear,
    family_ceiling_per_sale: familyCeilings.perSale,
    family_ceiling_per_day: familyCeilings.perDay,
    family_ceiling_per_month: familyCeilings.perMonth,
    family_ceiling_per_year: familyCeilings.perYear,
    ceiling_year: ceilingYear,
    valid_from: validFrom,
    valid_until: validUntil,
  }
}

async function insertProducts(tx: Tx, pharmacyId: string, { id, products }: ContractTerms): Promise<void> {
  await sql`
    insert into contract_products (pharmacy_id, contract_id, pharmacy_product_id, excluded, coverage, reference_price)
    select ${pharmacyId}, ${id}, x."pharmacyProductId", x.excluded, x.coverage, x."referencePrice"
    from json_to_recordset(${JSON.stringify(products)}::json) as x ("pharmacyProductId" uuid, excluded boolean,
      coverage int, "referencePrice" bigint)`.execute(tx)
}

/**
 * The facts that the rules need about the company and the owner of a contract; null for those that the pharmacy does
 * not have.
 */
export type ContractParties = { company: { archived: boolean } | null; owner: { archived: boolean } | null }

export async function contractParties(
  tx: Tx,
  pharmacyId: string,
  { companyId, owner }: Pick<NewContract, 'companyId' | 'owner'>,
): Promise<ContractParties> {
  const find = async (table: 'companies' | 'organizations' | 'persons', id: string | undefined | null) =>
    id
      ? ((await tx
          .selectFrom(table)
          .select('archived')
          .where('pharmacy_id', '=', pharmacyId)
          .where('id', '=', id)
          .executeTakeFirst()) ?? null)
      : null
  return {
    company: await find('companies', companyId),
    owner: await find(owner?.kind === 'person' ? 'persons' : 'organizations', owner?.id),
  }
}

/** Those of the given products that the pharmacy has. */
export async function knownProducts(
  tx: Tx,
  pharmacyId: string,
  products: readonly Pick<ContractProduct, 'pharmacyProductId'>[],
): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select id from pharmacy_products where pharmacy_id = ${pharmacyId}
    and id = any(${products.map(({ pharmacyProductId }) => pharmacyProductId)}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether another contract in use has the same payer, owner, label and number: then the same contract was sent twice.
 */
export async function isContractKnown(
  tx: Tx,
  pharmacyId: string,
  { id, companyId, owner, label, number }: ContractTerms,
): Promise<boolean> {
  const { rows } = await sql`
    select from contracts where pharmacy_id = ${pharmacyId} and company_id is not distinct from ${companyId}::uuid
      and coalesce(owner_organization_id, owner_person_id) is not distinct from ${owner?.id ?? null}::uuid
      and folded(label) = folded(${label}) and number is not distinct from ${number} and not archived
        and id <> ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Number of policies under a contract that cover somebody today or later. */
export async function countActivePolicies(
  tx: Tx,
  pharmacyId: string,
  contractId: string,
  today: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contract_policies where pharmacy_id = ${pharmacyId} and contract_id = ${contractId}
      and not archived and (valid_until is null or valid_until >= ${today}::date)`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The beneficiaries of the policies under a contract. */
export async function beneficiariesOf(tx: Tx, pharmacyId: string, contractId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('contract_policies')
    .select('beneficiary_id')
    .distinct()
    .where('pharmacy_id', '=', pharmacyId)
    .where('contract_id', '=', contractId)
    .where('archived', '=', false)
    .execute()
  return rows.map(({ beneficiary_id }) => beneficiary_id)
}

export async function isPayer(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from companies where pharmacy_id = ${pharmacyId} and id = ${id} union all select from organizations
      where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows.length > 0
}
