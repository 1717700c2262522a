import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { type BillRule, bills } from '#shared/contract/bills.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import { usualRule } from '#server/bills/bill-rule.repo.ts'
import { insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import type { testApp } from '#tests/server/support/test-app.ts'

export const march = { from: '2026-03-01', to: '2026-03-31' }

/** What the tests of billing do in the pharmacy that `current` returns, billed by the insurer of its policy. */
export function billingActs(
  { as, database, hints }: Pick<Awaited<ReturnType<typeof testApp>>, 'as' | 'database' | 'hints'>,
  current: () => { shop: Shop; policy: TestPolicy },
) {
  let payments = 88
  const owner = () => as(current().shop.titulaire.token)
  const seller = () => as(current().shop.vendeur.token)
  /** A box of 1,000 of which a payer owes 800, the rest in cash. */
  async function sold(
    payment: Payment = insurance(800, current().policy.policyId),
    rest: Partial<NewSale> = {},
  ): Promise<NewSale> {
    const sale = aSale(current().shop, {
      lines: [lineOf(current().shop, 0)],
      payments: [payment, cash(1000 - payment.amount)],
      patientId: current().shop.patientId,
      soldAt: '2026-03-20T11:00:00.000Z',
      ...rest,
    })
    await seller().call(sales.close, { body: sale })
    return sale
  }
  const lineFor = ({ id, payments: [payment] }: NewSale) => ({ saleId: id, paymentId: payment!.id })
  const proposals = (period: CallInput<typeof bills.proposals>['query'] = march) =>
    owner().call(bills.proposals, { query: period })
  const vouchers = async (rest: object = {}) =>
    (await owner().call(bills.vouchers, { query: { ...march, ...rest } })).items
  const jobs = aJobLoop({ database, hints }, { [billRunJob]: billRunJobs(database) })
  /** The bills of a run; throws what its job refused. */
  const make = async (payerIds = [current().policy.payerId], rest: object = {}, by = jobs) => {
    const { id } = await owner().call(bills.create, { body: { id: randomUUID(), ...march, payerIds, ...rest } })
    await by.runWaiting()
    const run = await owner().call(bills.run, { params: { id } })
    if (run.error) throw new AppError(run.error.message, run.error.details)
    expect(run).toMatchObject({ status: 'done', progress: 100 })
    return run.bills
  }
  const makeOne = async () => (await make())[0]!
  const read = (id: string) => owner().call(bills.read, { params: { id } })
  const ruled = (rule: Partial<BillRule>, payerId = current().policy.payerId) =>
    owner().call(bills.putRule, { params: { id: payerId }, body: { ...usualRule, ...rule } })
  const pay = (amount: number, rest: object = {}) =>
    owner().call(billPayments.create, {
      body: {
        id: randomUUID(),
        payerId: current().policy.payerId,
        means: 'TRANSFER',
        amount,
        paidOn: '2026-04-20',
        reference: `VIR ${payments++}`,
        ...rest,
      },
    })
  const refuse = (
    id: string,
    sale: NewSale,
    outcome: 'present-again' | 'charge' = 'present-again',
    callId = randomUUID(),
  ) =>
    owner().call(bills.refuse, {
      params: { id },
      body: { id: callId, lines: [lineFor(sale)], outcome, reason: 'Bon illisible' },
    })
  const writeOff = (id: string, sale: NewSale) =>
    owner().call(bills.writeOff, {
      params: { id },
      body: { id: randomUUID(), lines: [lineFor(sale)], reason: 'Assureur en faillite' },
    })
  const owes = async () =>
    (await owner().call(persons.outgoing, { params: { id: current().shop.patientId }, query: {} })).total
  return { owner, seller, sold, lineFor, proposals, vouchers, make, makeOne, read, ruled, pay, refuse, writeOff, owes }
}
