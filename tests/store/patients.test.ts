import { expect, onTestFinished, test, vi } from 'vitest'
import { NewQuickPatient } from '#shared/contract/persons.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { setPatient, setPayments } from '#shared/domain/sale-lines.ts'
import { refused } from '#shared/store/outbox/outbox-store.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { reconcile } from '#shared/store/outbox/reconcile.ts'
import { emptySnapshot } from '#shared/store/sales/sales-snapshot.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aPaidSale, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCard, acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge, until, type Answer, type Asked } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const patientsPath = '/persons/createPatientByQuickWay'
const isPatient = ({ path }: Asked) => path === patientsPath
const takeAll = (asked: Asked): Answer => (isPatient(asked) ? acceptedPatient(asked.body) : accepted(asked.body))
const idsOf = (asked: readonly Asked[]) =>
  asked
    .filter(({ path }) => path !== '/sales/reconcile')
    .map(({ body }) => (JSON.parse(body) as NewSale | NewQuickPatient).id)
const statuses = async (store: SalesStore) => (await store.snapshot(0)).patients.map(({ status }) => status)

function anOutbox(store: SalesStore) {
  const outbox = startOutbox(
    store,
    () => [() => Promise.resolve('member')],
    () => Promise.resolve(),
  )
  onTestFinished(() => outbox.stop())
  return outbox
}

/** A sale that names somebody, ended. */
async function aSaleTo(store: SalesStore, personId: string, creditOf?: string) {
  const paid = await aPaidSale(store)
  const named = await store.change(paid.id, paid.editCount, (open) => {
    const to = setPatient(open, { id: personId, firstName: 'Afi', lastName: 'Zinsou' })
    return creditOf
      ? setPayments(to, [
          { id: crypto.randomUUID(), type: 'CREDIT', amount: 1300, creditMetadata: { person: creditOf } },
        ])
      : to
  })
  return (await store.end(named!.id, named!.editCount, facts)).sale
}

test('a patient is on the disk with the payload frozen, its hash, who typed it, and waits', async () => {
  const store = openSalesStore(pharmacyId)
  const made = await store.createPatient(typedPatient({ policy: aCard }), maker)
  const [row, ...others] = await store.outbox()
  expect(others).toEqual([])
  expect(row).toMatchObject({
    saleId: made.id,
    kind: 'patient',
    seq: 1,
    revision: 1,
    sessionId: maker.sessionId,
    payload: made.payload,
  })
  expect(row!.hash).toBe(
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(row!.payload))).toString('hex'),
  )
  expect(JSON.parse(made.payload)).toMatchObject({
    ...typedPatient(),
    ...maker,
    id: made.id,
    revision: 1,
    policy: { ...aCard, id: expect.stringMatching(/^[\da-f-]{36}$/) as string },
  })
  // What is sent is what the contract asks, to the byte: the server adds and trims nothing, else the hashes of two sendings could differ.
  expect(NewQuickPatient.parse(JSON.parse(made.payload))).toEqual(JSON.parse(made.payload))
  // Another process: nothing but the disk.
  expect((await openSalesStore(pharmacyId).snapshot(0)).patients).toEqual([made])
})

test('a crash in the writing of a patient leaves all of him or nothing', async () => {
  const store = openSalesStore(pharmacyId)
  for (const crashAt of ['patients', 'outbox', 'meta']) {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === crashAt) throw new DOMException('the disk is full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    await expect(store.createPatient(typedPatient(), maker)).rejects.toThrow('the disk is full')
    IDBObjectStore.prototype.put = put
    expect(await store.snapshot(0), crashAt).toEqual(emptySnapshot)
  }
})

test('he goes before the sale that names him, each once', async () => {
  const edge = await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  const { id } = await store.createPatient(typedPatient(), maker)
  const sale = await aSaleTo(store, id)
  await anOutbox(store).drain()
  expect(edge.asked.map(({ path, token }) => [path, token])).toEqual([
    [patientsPath, 'member'],
    ['/sales', 'member'],
  ])
  expect(await store.snapshot(0)).toMatchObject({
    sales: [],
    outbox: [],
    acknowledged: [{ id: sale.id }],
    patients: [{ id, status: 'ACKNOWLEDGED', reply: { lastName: 'Zinsou' } }],
  })
})

test('a lost answer is asked again with the same bytes', async () => {
  stopClock()
  const edge = await openApiEdge((asked) => (edge.asked.length === 1 ? 'hang up' : takeAll(asked)))
  const store = openSalesStore(pharmacyId)
  const { payload } = await store.createPatient(typedPatient(), maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(await store.outbox()).toMatchObject([{ attempts: 1, revision: 1 }])
  await outbox.drainAll()
  expect(edge.asked.map(({ body }) => body)).toEqual([payload, payload])
  expect(await statuses(store)).toEqual(['ACKNOWLEDGED'])
})

test('a server that breaks on one patient holds back what names him, and nothing else', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const { id } = await store.createPatient(typedPatient(), maker)
  const dependant = await store.createPatient(
    typedPatient({ firstName: 'Junior', policy: { ...aCard, holderId: id } }),
    maker,
  )
  const [his, onHisCredit, another] = [
    await aSaleTo(store, id),
    await aSaleTo(store, crypto.randomUUID(), id),
    await anEndedSale(store),
  ]
  let isBroken = true
  const edge = await openApiEdge((asked) =>
    isBroken && isPatient(asked) ? { status: 500, body: { message: 'internal' } } : takeAll(asked),
  )
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(idsOf(edge.asked)).toEqual([id, another.sale.id])
  expect((await store.outbox()).map(({ saleId }) => saleId)).toEqual([id, dependant.id, his.id, onHisCredit.id])
  isBroken = false
  edge.asked.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  await until(
    'what was put off is sent when it is due, and then what names him',
    async () => (await store.outbox()).length === 0,
  )
  // First him; then his dependant and his sales, side by side.
  expect(idsOf(edge.asked)[0]).toBe(id)
  expect(idsOf(edge.asked).toSorted()).toEqual([id, dependant.id, his.id, onHisCredit.id].toSorted())
})

test('a refused patient keeps what was typed and why; corrected, he goes under the next revision with the same ids', async () => {
  const store = openSalesStore(pharmacyId)
  const issues = [{ path: 'body.policy.contractId', message: 'unknown' }]
  let isRefusing = true
  const edge = await openApiEdge((asked) =>
    isRefusing ? { status: 400, body: { message: 'requests:invalid', details: { issues } } } : takeAll(asked),
  )
  const made = await store.createPatient(typedPatient({ policy: aCard }), maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  const [refused] = (await store.snapshot(0)).patients
  expect(refused).toMatchObject({
    id: made.id,
    status: 'ERROR',
    patient: made.patient,
    errors: [{ message: 'requests:invalid', details: { issues } }],
  })
  expect(await store.outbox()).toEqual([])
  isRefusing = false
  const corrected = await store.correctPatient(
    refused!,
    typedPatient({ lastName: 'Zinsou-Adjovi', policy: { ...aCard, number: 'NSIA-10' } }),
    { ...maker, sessionId: crypto.randomUUID() },
  )
  expect(corrected).toMatchObject({
    status: 'SUBMITTING',
    patient: {
      id: made.id,
      revision: 2,
      lastName: 'Zinsou-Adjovi',
      createdAt: made.patient.createdAt,
      policy: { id: made.patient.policy!.id, number: 'NSIA-10' },
    },
  })
  await outbox.drain()
  expect(edge.asked.map(({ body }) => (JSON.parse(body) as NewQuickPatient).revision)).toEqual([1, 2])
  expect(await statuses(store)).toEqual(['ACKNOWLEDGED'])
})

test('the sale of a refused patient is not held back for ever: the server decides, and both stand in sight', async () => {
  await openApiEdge((asked) =>
    isPatient(asked)
      ? { status: 409, body: { message: 'requests:conflict' } }
      : { status: 400, body: { message: 'requests:invalid' } },
  )
  const store = openSalesStore(pharmacyId)
  const { id } = await store.createPatient(typedPatient(), maker)
  await aSaleTo(store, id)
  await anOutbox(store).drain()
  expect(await store.snapshot(0)).toMatchObject({
    sales: [{ status: 'ERROR' }],
    outbox: [],
    patients: [{ status: 'ERROR' }],
  })
})

test('a refused patient is forgotten only when no sale and no other patient names him', async () => {
  await openApiEdge(() => ({ status: 409, body: { message: 'requests:conflict' } }))
  const store = openSalesStore(pharmacyId)
  const made = await store.createPatient(typedPatient(), maker)
  await expect(store.forgetPatient(made)).rejects.toMatchObject({
    name: 'PatientConflict',
    current: { status: 'SUBMITTING' },
  })
  await anOutbox(store).drain()
  const paid = await aPaidSale(store)
  const named = (await store.change(paid.id, paid.editCount, (open) =>
    setPatient(open, { id: made.id, firstName: '', lastName: '' }),
  ))!
  await expect(store.forgetPatient(made)).rejects.toMatchObject({ name: 'PatientInUse' })
  await store.change(named.id, named.editCount, (open) => setPatient(open, null))
  await store.forgetPatient(made)
  expect((await store.snapshot(0)).patients).toEqual([])
  await expect(store.forgetPatient(made)).rejects.toMatchObject({ name: 'PatientConflict', current: undefined })
})

test('two windows correct one refused patient: the second is told, one revision waits', async () => {
  await openApiEdge(() => ({ status: 409, body: { message: 'requests:conflict' } }))
  const [kiosk, other] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  await kiosk.createPatient(typedPatient(), maker)
  await anOutbox(kiosk).drain()
  const [refused] = (await other.snapshot(0)).patients
  const results = await Promise.allSettled([
    kiosk.correctPatient(refused!, typedPatient({ lastName: 'Un' }), maker),
    other.correctPatient(refused!, typedPatient({ lastName: 'Deux' }), maker),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await kiosk.outbox()).toMatchObject([{ revision: 2 }])
})

test('two windows drain at once: patient and sale go out once, in order', async () => {
  const edge = await openApiEdge(async (asked) => {
    await new Promise((later) => setTimeout(later, 15))
    return takeAll(asked)
  })
  const [kiosk, backoffice] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  const { id } = await kiosk.createPatient(typedPatient(), maker)
  const sale = await aSaleTo(backoffice, id)
  await Promise.all([anOutbox(kiosk).drain(), anOutbox(backoffice).drain()])
  expect(idsOf(edge.asked)).toEqual([id, sale.id])
})

test('the window that was sending him is killed: another one sends the same bytes, then his sale', async () => {
  let isKilled = false
  const edge = await openApiEdge((asked) => (isKilled ? takeAll(asked) : new Promise<never>(() => undefined)))
  const dying = openSalesStore(pharmacyId)
  const { id, payload } = await dying.createPatient(typedPatient(), maker)
  const sale = await aSaleTo(dying, id)
  void anOutbox(dying).drain()
  await until('the first window asks', () => edge.asked.length === 1)
  // The browser frees a dead window's locks: so does a new lock manager.
  isKilled = true
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: new WebLocks() } })
  await anOutbox(openSalesStore(pharmacyId)).drain()
  expect(edge.asked.slice(0, 2).map(({ body }) => body)).toEqual([payload, payload])
  expect(idsOf(edge.asked)).toEqual([id, id, sale.id])
})

test('an answer that comes after the patient was corrected elsewhere changes nothing', async () => {
  let answer: (given: Answer) => void = () => undefined
  const edge = await openApiEdge(() => new Promise<Answer>((resolve) => (answer = resolve)))
  const store = openSalesStore(pharmacyId)
  const made = await store.createPatient(typedPatient(), maker)
  const [row] = await store.outbox()
  const outbox = anOutbox(store)
  await until('he is sent', () => edge.asked.length === 1)
  await store.settle([refused(row!, [{ message: 'requests:conflict' }])])
  await store.correctPatient(made, typedPatient({ lastName: 'Autre' }), maker)
  outbox.stop()
  answer(acceptedPatient(made.payload))
  await new Promise((later) => setTimeout(later, 30))
  expect(await store.snapshot(0)).toMatchObject({
    patients: [{ patient: { revision: 2 }, status: 'SUBMITTING' }],
    outbox: [{ revision: 2 }],
  })
})

test('the server came back from a backup: the patients made here go again before the sale that it lost', async () => {
  const edge = await openApiEdge((asked) =>
    asked.path === '/sales/reconcile' ? { status: 200, body: { missing: [sale.id] } } : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  const made = await store.createPatient(typedPatient(), maker)
  const sale = await aSaleTo(store, made.id)
  const kept = await anEndedSale(store)
  const outbox = anOutbox(store)
  await outbox.drain()
  edge.asked.length = 0
  expect(await reconcile(store)).toBe(1)
  expect(await statuses(store)).toEqual(['SUBMITTING'])
  await outbox.drain()
  expect(idsOf(edge.asked)).toEqual([made.id, sale.id])
  expect(edge.asked.find(isPatient)!.body).toBe(made.payload)
  expect((await store.snapshot(0)).acknowledged.map(({ id }) => id).sort()).toEqual([sale.id, kept.sale.id].sort())
})

test('nothing is missing: nobody is sent again', async () => {
  const edge = await openApiEdge((asked) =>
    asked.path === '/sales/reconcile' ? { status: 200, body: { missing: [] } } : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  await aSaleTo(store, (await store.createPatient(typedPatient(), maker)).id)
  const outbox = anOutbox(store)
  await outbox.drain()
  edge.asked.length = 0
  await reconcile(store)
  await outbox.drain()
  expect(edge.asked.map(({ path }) => path)).toEqual(['/sales/reconcile'])
})

test('patients are let go after their time, but for those whom a kept sale names', async () => {
  await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  const [named, alone] = [
    await store.createPatient(typedPatient(), maker),
    await store.createPatient(typedPatient(), maker),
  ]
  const outbox = anOutbox(store)
  await outbox.drain()
  const between = Date.now() + 1
  await new Promise((later) => setTimeout(later, 5))
  await aSaleTo(store, named.id)
  await outbox.drain()
  await store.forgetAcknowledgedBefore(between)
  expect((await store.snapshot(0)).patients.map(({ id }) => id)).toEqual([named.id])
  expect(alone.id).not.toBe(named.id)
  await store.forgetAcknowledgedBefore(Date.now() + 1000)
  expect(await store.snapshot(0)).toMatchObject({ acknowledged: [], patients: [] })
})
