import { randomUUID } from 'node:crypto'
import { persons, type PersonDetail } from '#shared/contract/persons.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales } from '#shared/contract/sales.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import type { TestApp } from '#tests/server/support/test-app.ts'

type NewPersonInput = CallInput<typeof persons.create>['body']

/**
 * Creates persons, purchases, bills and parked sales of one shop: the first two through the API, the others as billing
 * and parking will write them.
 */
export function clientsOf({ as, database }: Pick<TestApp, 'as' | 'database'>, shop: Shop) {
  return {
    /** A person whose credit is unlimited, unless `values` say otherwise. */
    person: (values: Partial<NewPersonInput> = {}): Promise<PersonDetail> =>
      as(shop.titulaire.token).call(persons.create, {
        body: { lastName: 'Kouassi', firstName: 'Ama', creditLimit: null, ...values },
      }),
    /** A sale of one box at 1,000 for a patient, on a client's credit, or in cash without a client. Returns its ids. */
    purchase: async ({
      patientId = null,
      creditOf = null,
    }: {
      patientId?: string | null
      creditOf?: string | null
    }) => {
      const payment: Payment = { id: randomUUID(), type: 'CREDIT', amount: 1000, creditMetadata: { person: creditOf } }
      const sale = aSale(shop, { patientId, ...(creditOf === null ? {} : { payments: [payment] }) })
      await as(shop.vendeur.token).call(sales.close, { body: sale })
      return { saleId: sale.id, paymentId: sale.payments[0]!.id }
    },
    bill: (values: {
      personId?: string
      organizationId?: string
      status?: 'open' | 'closed' | 'canceled'
      number?: string
      issuedOn?: string
      lines?: { saleId: string; paymentId: string }[]
    }) => aBill(database, shop, values),
    parkedSale: async ({
      patientId = null,
      clientId = null,
    }: {
      patientId?: string | null
      clientId?: string | null
    }): Promise<string> => {
      const id = randomUUID()
      await database.platform((tx) =>
        tx
          .insertInto('parked_sales')
          .values({
            pharmacy_id: shop.id,
            id,
            content: '{}',
            patient_id: patientId,
            client_id: clientId,
            parked_by: shop.vendeur.id,
            parked_at: new Date(),
          })
          .execute(),
      )
      return id
    },
    cancel: (saleId: string) =>
      database.platform((tx) => tx.updateTable('sales').set({ status: 'CANCELED' }).where('id', '=', saleId).execute()),
    contract: async (): Promise<string> => {
      const [companyId, id] = [randomUUID(), randomUUID()]
      await database.platform(async (tx) => {
        await tx
          .insertInto('companies')
          .values({ pharmacy_id: shop.id, id: companyId, name: `Assureur ${companyId}` })
          .execute()
        await tx
          .insertInto('contracts')
          .values({ pharmacy_id: shop.id, id, company_id: companyId, label: 'Santé', default_coverage: 80 })
          .execute()
      })
      return id
    },
    policy: async (values: {
      contractId: string
      personId: string
      number: string
      holderId?: string | null
      archived?: boolean
    }): Promise<string> => {
      const id = randomUUID()
      const { contractId, personId, number, holderId = null, archived = false } = values
      await database.platform((tx) =>
        tx
          .insertInto('contract_policies')
          .values({
            pharmacy_id: shop.id,
            id,
            contract_id: contractId,
            beneficiary_id: personId,
            holder_id: holderId,
            number,
            archived,
          })
          .execute(),
      )
      return id
    },
    tag: async (type: 'person' | 'organization'): Promise<string> => {
      const id = randomUUID()
      await database.platform((tx) =>
        tx.insertInto('tags').values({ pharmacy_id: shop.id, id, type, label: id, color: 'teal' }).execute(),
      )
      return id
    },
  }
}

async function aBill(
  database: Database,
  shop: Shop,
  {
    personId,
    organizationId,
    status = 'open',
    number = randomUUID(),
    issuedOn = '2026-03-31',
    lines = [],
  }: {
    personId?: string
    organizationId?: string
    status?: 'open' | 'closed' | 'canceled'
    number?: string
    issuedOn?: string
    lines?: { saleId: string; paymentId: string }[]
  },
): Promise<string> {
  return database.platform((tx) =>
    writeBill(tx, {
      pharmacyId: shop.id,
      payer: personId ? { person_id: personId } : { organization_id: organizationId! },
      status,
      number,
      issuedOn,
      lines: lines.map((line) => ({ ...line, amount: 1000 })),
    }),
  )
}
