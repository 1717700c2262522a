import { expect, test } from 'vitest'
import { resumeSale } from '#shared/domain/local-sale.ts'
import { acknowledged, postponed, refused } from '#shared/store/outbox/outbox-store.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { anEndedSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedSale } from '#tests/support/an-acceptance.ts'

const refusal = [{ message: 'sales:cannotCloseSaleWithNotEnoughPaid' as const, details: { remainder: 300 } }]
const later = { nextAttemptAt: Date.now() + 60_000, lastFailure: 'no answer', waitsForLine: false }

/** A sale that was refused, taken up again and ended anew: its first row and the row of its second revision. */
async function aSecondRevision(store: SalesStore) {
  const { sale } = await anEndedSale(store)
  const [first] = await store.outbox()
  await store.settle([refused(first!, refusal)])
  const open = await store.change(sale.id, (await store.snapshot(0)).sales[0]!.editCount, (stored) =>
    resumeSale(stored, aurele.userId, aurele.sessionId),
  )
  await store.end(open!.id, open!.editCount, facts)
  const [second] = await store.outbox()
  expect([first!.revision, second!.revision]).toEqual([1, 2])
  return { first: first!, second: second! }
}

test('what becomes of an older revision changes nothing: the new one waits as it did', async () => {
  const store = openSalesStore(pharmacyId)
  const { first } = await aSecondRevision(store)
  const before = await store.snapshot(0)
  for (const settlement of [
    postponed(first, later),
    refused(first, refusal),
    acknowledged(first, acceptedSale(first), Date.now()),
  ]) {
    await store.settle([settlement])
    expect(await store.snapshot(0)).toEqual(before)
  }
})

test('a row that another window settled is not put off: it does not come back into the queue', async () => {
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const [row] = await store.outbox()
  await store.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  await store.settle([postponed(row!, later)])
  await store.settle([refused(row!, refusal)])
  expect(await store.snapshot(0)).toMatchObject({ sales: [], outbox: [], acknowledged: [{ id: row!.saleId }] })
})

test('a put-off counts one more attempt and says why', async () => {
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const [row] = await store.outbox()
  await store.settle([postponed(row!, later)])
  expect(await store.outbox()).toEqual([{ ...row, ...later, attempts: 1 }])
})

test('a sale that is queued again is acknowledged no more until the server has it', async () => {
  const store = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(store)
  const [row] = await store.outbox()
  await store.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  await store.requeue([sale.id])
  expect(await store.acknowledgedIds()).toEqual([])
  expect(await store.saleIds()).toEqual([sale.id])
  expect(await store.outbox()).toMatchObject([
    { saleId: sale.id, revision: row!.revision, payload: row!.payload, hash: row!.hash },
  ])
})

test('a sale that was acknowledged at the very moment given is not older: it is kept', async () => {
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const [row] = await store.outbox()
  await store.settle([acknowledged(row!, acceptedSale(row!), 1000)])
  await store.forgetAcknowledgedBefore(1000)
  expect(await store.acknowledgedIds()).toEqual([row!.saleId])
  await store.forgetAcknowledgedBefore(1001)
  expect(await store.acknowledgedIds()).toEqual([])
})
