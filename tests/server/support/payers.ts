import { randomUUID } from 'node:crypto'
import { companies, type Company } from '#shared/contract/companies.ts'
import { contractPolicies, type PolicyDetail } from '#shared/contract/contract-policies.ts'
import { contracts, type ContractDetail } from '#shared/contract/contracts.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import type { SyncedList } from '#shared/contract/freshness.ts'
import type { Database } from '#server/db/database.ts'
import type { Hints } from '#server/hints/hints.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import type { TestApp } from '#tests/server/support/test-app.ts'

type Caller = ReturnType<TestApp['as']>

export function aCompany(
  by: Caller,
  values: Partial<CallInput<typeof companies.create>['body']> = {},
): Promise<Company> {
  return by.call(companies.create, { body: { name: `Assurances ${randomUUID()}`, ...values } })
}

/** By default a contract of a new insurer; another one can be named, or an organization pays itself. */
export async function aContract(
  by: Caller,
  values: Partial<CallInput<typeof contracts.create>['body']> = {},
): Promise<ContractDetail> {
  const companyId = values.companyId === undefined ? (await aCompany(by)).id : values.companyId
  return by.call(contracts.create, {
    body: { label: `Contrat ${randomUUID()}`, defaultCoverage: 80, ...values, companyId },
  })
}

/** A policy of the shop's patient, under a new contract by default. */
export async function aPolicy(
  by: Caller,
  shop: Shop,
  values: Partial<CallInput<typeof contractPolicies.create>['body']> = {},
): Promise<PolicyDetail> {
  const contractId = values.contractId ?? (await aContract(by)).id
  return by.call(contractPolicies.create, {
    body: { beneficiaryId: shop.patientId, number: `P-${randomUUID()}`, ...values, contractId },
  })
}

/** The hints that a till receives, and the rows that it reads again, while `work` runs. */
export async function changesBy(
  work: () => Promise<unknown>,
  { database, hints, shop }: { database: Database; hints: Hints; shop: Shop },
): Promise<{ heard: string[]; touched: string[] }> {
  const before = await revisions(database, shop.id)
  const heard = new Set<string>()
  const stop = hints.subscribe(shop.id, (list) => heard.add(list))
  await work()
  stop()
  const after = await revisions(database, shop.id)
  return {
    heard: [...heard].toSorted(),
    touched: [...after]
      .filter(([key, rev]) => before.get(key) !== rev)
      .map(([key]) => key)
      .toSorted(),
  }
}

/** The name of a row in the result of `changesBy`. */
export function rowOf(list: SyncedList, id: string): string {
  return `${list} ${id}`
}

async function revisions(database: Database, pharmacyId: string): Promise<Map<string, number>> {
  return database.read(pharmacyId, async (tx) => {
    const found = new Map<string, number>()
    for (const list of ['persons', 'organizations', 'companies'] as const)
      for (const { id, rev } of await tx.selectFrom(list).select(['id', 'rev']).execute())
        found.set(rowOf(list, id), rev)
    return found
  })
}

/** A past sale on a client's credit, in minor units; returns the payment's id. */
export async function aCredit(
  database: Database,
  shop: Shop,
  clientId: string,
  amount: number,
): Promise<{ saleId: string; paymentId: string }> {
  const [saleId, paymentId, at] = [randomUUID(), randomUUID(), new Date('2026-02-01T09:00:00Z')]
  const registerId = idOf(shop.id, 'past register')
  await database.platform(async (tx) => {
    await tx
      .insertInto('cash_registers')
      .values({ pharmacy_id: shop.id, id: registerId, opened_by: shop.vendeur.id, opened_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { number } = await tx
      .selectFrom('sales')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('pharmacy_id', '=', shop.id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sales')
      .values({
        pharmacy_id: shop.id,
        id: saleId,
        number: number + 1,
        identifier: `C1-${number + 1}`,
        terminal_id: shop.terminal.id,
        session_id: shop.vendeur.sessionId,
        seller_id: shop.vendeur.id,
        seller_roles: ['vendeur'],
        register_id: registerId,
        total: amount,
        rounding: 0,
        units: 1,
        sold_at: at,
        received_at: at,
      })
      .execute()
    await tx
      .insertInto('sale_payments')
      .values({
        pharmacy_id: shop.id,
        sale_id: saleId,
        id: paymentId,
        position: 0,
        type: 'CREDIT_ORG',
        amount,
        data: '{}',
        client_id: clientId,
      })
      .execute()
  })
  return { saleId, paymentId }
}
