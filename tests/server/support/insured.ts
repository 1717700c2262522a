import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Payment } from '#shared/contract/payment.ts'
import type { Database } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Shop } from '#tests/server/support/shop.ts'

type PolicyRow = Partial<Insertable<Tables['contract_policies']>>
type ContractRow = Partial<Insertable<Tables['contracts']>>
type Wanted = { payer?: 'insurer' | 'social-security' | 'organization'; policy?: PolicyRow; contract?: ContractRow }
export type TestPolicy = {
  policyId: string
  contractId: string
  /** Of the company, or of the shop's organization that pays itself. */ payerId: string
}

/**
 * A policy of the shop's patient under a new contract of 80 %, with a new payer unless the organization pays itself.
 */
export async function aPolicy(
  database: Database,
  shop: Shop,
  { payer = 'insurer', policy = {}, contract = {} }: Wanted = {},
): Promise<TestPolicy> {
  const [policyId, companyId, contractId] = [randomUUID(), randomUUID(), policy.contract_id ?? randomUUID()]
  const payerId = payer === 'organization' ? shop.organizationId : companyId
  await database.platform(async (tx) => {
    if (!policy.contract_id) {
      if (payer !== 'organization')
        await tx
          .insertInto('companies')
          .values({ pharmacy_id: shop.id, id: companyId, name: 'NSIA', kind: payer })
          .execute()
      const paidBy =
        payer === 'organization' ? { owner_organization_id: shop.organizationId } : { company_id: companyId }
      await tx
        .insertInto('contracts')
        .values({ pharmacy_id: shop.id, id: contractId, label: 'Agents', default_coverage: 80, ...paidBy, ...contract })
        .execute()
    }
    await tx
      .insertInto('contract_policies')
      .values({
        pharmacy_id: shop.id,
        id: policyId,
        contract_id: contractId,
        beneficiary_id: shop.patientId,
        number: `B-${policyId.slice(0, 8)}`,
        ...policy,
      })
      .execute()
  })
  return { policyId, contractId, payerId }
}

/** `coverage`: the rate that the payment claims, in percent. */
export function insurance(amount: number, contractPolicy: string, coverage = 80): Payment {
  return {
    id: randomUUID(),
    type: 'INSURANCE',
    amount,
    insuranceMetadata: { insurer: 'NSIA', coverage, contractPolicy, voucher: `2026-${randomUUID().slice(0, 8)}` },
  }
}

export function socialSecurity(amount: number, contractPolicy: string | null): Payment {
  return {
    id: randomUUID(),
    type: 'SOCIAL_SECURITY',
    amount,
    socialSecurityMetadata: { body: 'ARCH', identifier: null, contractPolicy },
  }
}

export function employer(shop: Shop, amount: number, contractPolicy: string | null): Payment {
  return {
    id: randomUUID(),
    type: 'CREDIT_ORG',
    amount,
    creditMetadata: { organization: shop.organizationId, contractPolicy },
  }
}

/** Says that what members of the shop changed until now was changed at this moment. */
export async function changedAt(database: Database, shop: Shop, at: Date): Promise<void> {
  await database.platform((tx) => sql`update audit_entries set at = ${at} where pharmacy_id = ${shop.id}`.execute(tx))
}
