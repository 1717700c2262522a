import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { NewClosing, NewCounting, NewHandOver } from '#shared/contract/register-counts.ts'
import { NewDisbursement, NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import { NewMovement } from '#shared/contract/movements.ts'
import { prepareSale } from '#shared/domain/local-sale.ts'
import { setPayments } from '#shared/domain/sale-lines.ts'
import { sortUnsent } from '#shared/domain/register/closing.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { unsentInRegisterAtom } from '#shared/store/register/register-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { unsentInRegister } from '#shared/store/register/unsent-in-register.ts'
import { anEndedSale, aPaidSale, aurele, facts, payWithANote, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import {
  actsOf,
  anOutbox,
  clientId,
  conflict,
  count,
  countedAt,
  paths,
  payment,
  reasonId,
  rose,
  takeAll,
} from '#tests/support/a-register.ts'
import { openApiEdge, type Answer } from '#tests/support/api-edge.ts'
import { aTaking } from '#tests/support/a-taking.ts'

test('a register is opened once, and what was sold before its opening is in it', async () => {
  const store = openSalesStore(pharmacyId)
  const { payload } = await anEndedSale(store)
  const opened = await store.openTill(20_000, maker)
  expect(opened).toMatchObject({ id: payload.registerId, userId: aurele.userId, float: 20_000 })
  await expect(store.openTill(20_000, maker)).rejects.toEqual(conflict('open'))
  expect(await actsOf(store)).toMatchObject([
    { act: 'open', id: opened.id, openedAt: opened.openedAt, float: 20_000, ...maker },
  ])
  expect((await store.snapshot(0)).registers).toEqual([opened])
})

test('money that leaves a drawer is sent after the float and the sales that it comes from', async () => {
  const store = openSalesStore(pharmacyId)
  const { id: openingId } = await store.openTill(20_000, maker)
  const { payload } = await anEndedSale(store)
  const depositId = await store.moveMoney({ kind: 'deposit', amount: 21_000, note: null }, maker)
  const deposit = (await store.outbox()).find((row) => row.saleId === depositId)
  expect(deposit?.after).toEqual([openingId, payload.id])
})

test('what is done at the drawer is kept with the register and sent by the call that takes it', async () => {
  const edge = await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  const { id: registerId } = await store.openTill(20_000, maker)
  const disbursementId = await store.disburse(payment, maker)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: 'Monnaie' }, maker)
  await store.moveMoney({ kind: 'deposit', amount: 10_000, note: null }, maker)
  await store.moveMoney(
    { kind: 'collection', amount: 4000, note: null, type: 'MOBILE_MONEY', operator: 'MTN', clientId },
    maker,
  )
  await store.putDownCount({ registerId, count }, maker)
  await store.closeTill({ registerId, count, comment: null, passedOver: [] }, maker)
  await anOutbox(store).drain()
  expect(paths(edge.asked).toSorted()).toEqual([
    '/cash-registers',
    '/cash-registers/…/close',
    '/cash-registers/…/count',
    '/disbursements',
    '/movements',
    '/movements',
    '/movements',
  ])
  const sent = (path: string) =>
    edge.asked
      .filter((asked) => asked.path.endsWith(path))
      .map(({ body }) => JSON.parse(body) as { id: string; kind: string })
  // What is sent is to the letter what the contract takes: nothing more, nothing that a default would change.
  for (const body of sent('/movements')) expect(NewMovement.parse(body)).toEqual(body)
  for (const [path, schema] of [
    ['/disbursements', NewDisbursement],
    ['/count', NewCounting],
    ['/close', NewClosing],
  ] as const)
    for (const body of sent(path)) expect(schema.parse(body)).toEqual(body)
  expect(sent('/disbursements')).toMatchObject([{ id: disbursementId, registerId, reasonId, amount: 3000, ...maker }])
  expect(
    sent('/movements')
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['cash-in', 'collection', 'deposit'])
  // a heap that nobody has is no count of it
  expect(sent('/close')).toMatchObject([{ denominations: [{ form: 'note', value: 10_000, count: 2 }] }])
  expect(await store.outbox()).toEqual([])
})

test('gestures add up in the register of the terminal', async () => {
  const store = openSalesStore(pharmacyId)
  await store.disburse(payment, maker)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: 'Monnaie' }, maker)
  const [register] = (await store.snapshot(0)).registers
  expect(register?.gestures?.map(({ movement, reason }) => [movement.kind, movement.amount, reason])).toEqual([
    ['disbursement', -3000, 'Transport'],
    ['cash-in', 500, 'Monnaie'],
  ])
  // opened by the disbursement: nobody has said a float
  expect(register?.float).toBeUndefined()
})

test.each([0, -5, 0.5])('%d is no amount to pay out, and nothing is written', async (amount) => {
  const store = openSalesStore(pharmacyId)
  await expect(Promise.resolve().then(() => store.disburse({ ...payment, amount }, maker))).rejects.toThrow(RangeError)
  expect(await store.outbox()).toEqual([])
  expect((await store.snapshot(0)).registers).toEqual([])
})

test('a closing names what waits, leaves the terminal, and the next sale goes into another register', async () => {
  const store = openSalesStore(pharmacyId)
  const { payload } = await anEndedSale(store)
  const { id: registerId } = await store.openTill(0, maker)
  await store.closeTill({ registerId, count, comment: 'Manque 5', passedOver: [] }, maker)
  const closing = (await actsOf(store)).find(({ act }) => act === 'close')
  expect(closing).toMatchObject({
    registerId,
    comment: 'Manque 5',
    unfinished: [],
    awaits: [
      { id: payload.id, identifier: payload.identifier, total: 1300 },
      { id: registerId, identifier: 'open', total: 0 },
    ],
  })
  const after = await store.snapshot(0)
  expect([after.registers, after.lastCount?.denominations]).toEqual([[], count.denominations])
  expect((await anEndedSale(store)).payload.registerId).not.toBe(registerId)
})

test('two windows that close at once close once, and so do a count and a hand-over of a register that is gone', async () => {
  const store = openSalesStore(pharmacyId)
  const { id: registerId } = await store.openTill(0, maker)
  const closing = { registerId, count, comment: null, passedOver: [] }
  const answers = await Promise.allSettled([store.closeTill(closing, maker), store.closeTill(closing, maker)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict('gone') })
  await expect(store.putDownCount({ registerId, count }, maker)).rejects.toEqual(conflict('gone'))
  await expect(
    store.handOver({ ...closing, countedAt, receivedBy: rose, found: [], taking: aTaking(registerId, rose) }, maker),
  ).rejects.toEqual(conflict('gone'))
  expect((await actsOf(store)).map(({ act }) => act)).toEqual(['open', 'close'])
})

test('open and refused sales stop a closing, unless they were seen and passed over', async () => {
  const edge = await openApiEdge((asked) =>
    asked.path === '/sales' ? { status: 422, body: { message: 'sales:totalMismatch' } } : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  const { sale: refused, payload } = await anEndedSale(store)
  await anOutbox(store).drain()
  expect(edge.asked).toHaveLength(1)
  const open = await aPaidSale(store)
  const closing = { registerId: payload.registerId, count, comment: 'Client parti', passedOver: [refused.id] }
  await expect(store.closeTill(closing, maker)).rejects.toEqual(conflict('unfinished'))
  await store.closeTill({ ...closing, passedOver: [refused.id, open.id] }, maker)
  expect((await actsOf(store)).at(-1)).toMatchObject({
    act: 'close',
    unfinished: expect.arrayContaining([
      { id: refused.id, identifier: refused.identifier, total: 1300, state: 'refused' },
      { id: open.id, identifier: open.identifier, total: 1300, state: 'open' },
    ]),
  })
})

const collected = {
  kind: 'collection' as const,
  amount: 5000,
  note: null,
  type: 'CASH' as const,
  operator: null,
  clientId,
}

test('money that was moved and refused stops a closing like a refused sale; passed over it is named; that of another register and what only waits do not', async () => {
  let isRefusing = true
  await openApiEdge((asked) =>
    isRefusing && !asked.path.startsWith('/cash-registers')
      ? { status: 422, body: { message: 'requests:invalid' } }
      : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  const { id: registerId } = await store.openTill(20_000, maker)
  const [moveId, disbursementId] = [await store.moveMoney(collected, maker), await store.disburse(payment, maker)]
  await store.moveMoney(collected, { ...maker, sellerId: rose })
  const outbox = anOutbox(store)
  await outbox.drain()
  outbox.stop()
  isRefusing = false
  const waitingId = await store.moveMoney({ kind: 'cash-in', amount: 500, note: null }, maker)
  const [register, { sales, outbox: rows }] = [await store.registerOf(aurele.userId), await store.snapshot(0)]
  expect(sortUnsent(unsentInRegister(sales, rows, register))).toEqual({
    open: [],
    refused: [
      { id: moveId, kind: 'collection', identifier: 'move', status: 'ERROR', total: 5000 },
      { id: disbursementId, kind: 'disbursement', identifier: 'disburse', status: 'ERROR', total: 3000 },
    ],
    waiting: [{ id: waitingId, kind: 'cash-in', identifier: 'move', status: 'SUBMITTING', total: 500 }],
  })
  const closing = { registerId, count, comment: 'À voir demain', passedOver: [moveId] }
  await expect(store.closeTill(closing, maker)).rejects.toEqual(conflict('unfinished'))
  const sent = await store.closeTill({ ...closing, passedOver: [moveId, disbursementId] }, maker)
  expect(sent.unfinished).toEqual([
    { id: moveId, identifier: 'move', total: 5000, state: 'refused' },
    { id: disbursementId, identifier: 'disburse', total: 3000, state: 'refused' },
  ])
  expect(sent.awaits).toMatchObject([{ id: waitingId }])
})

test('locking does not hide an open sale from the closing: it is listed and stops it; what another one left, or made ready for the cashier, does not', async () => {
  const store = openSalesStore(pharmacyId)
  const register = await store.openTill(0, maker)
  const left = await aPaidSale(store)
  await store.create(aurele)
  const ready = await aPaidSale(store)
  await store.change(ready.id, ready.editCount, (sale) =>
    prepareSale(sale, {
      userId: aurele.userId,
      sessionId: aurele.sessionId,
      name: 'Aurèle',
      at: countedAt,
      rights: { maySellExpired: false, mayDiscount: false, discountLimit: null },
    }),
  )
  await payWithANote(store, await store.create({ ...aurele, userId: rose, sessionId: 'hers' }))
  for (const sessionId of [aurele.sessionId, 'hers']) await store.releaseSession(sessionId)
  const screen = createStore()
  screen.set(snapshotAtom, await store.snapshot(0))
  screen.set(identityAtom, {
    terminal: { terminalId: maker.terminalId, terminalCode: 'K7QF', account: null, pharmacy: null, members: [] },
    session: {
      id: 'next',
      userId: aurele.userId,
      uid: '',
      pharmacyId,
      domainId: 'd',
      firstName: '',
      lastName: '',
      roles: [],
      permissions: [],
      startedAt: 1,
      isOffline: true,
    },
  })
  expect(screen.get(unsentInRegisterAtom)).toMatchObject({
    open: [{ id: left.id, total: 1300 }],
    refused: [],
    waiting: [],
  })
  const closing = { registerId: register.id, count, comment: 'Client parti', passedOver: [] as string[] }
  await expect(store.closeTill(closing, maker)).rejects.toEqual(conflict('unfinished'))
  await store.closeTill({ ...closing, passedOver: [left.id] }, maker)
  expect((await actsOf(store)).at(-1)).toMatchObject({ act: 'close', unfinished: [{ id: left.id, state: 'open' }] })
})

test.each<[string, Answer]>([
  ['nobody answered', 'hang up'],
  ['the server did not decide on', { status: 500, body: { message: 'internal' } }],
])(
  'a hand-over goes after what was sold before it and %s, and its receiver sells into the register',
  async (_, answer) => {
    let isUp = false
    const edge = await openApiEdge((asked) => (isUp || asked.path !== '/sales' ? takeAll(asked) : answer))
    const store = openSalesStore(pharmacyId)
    const { id: registerId } = await store.openTill(20_000, maker)
    await anEndedSale(store)
    await store.handOver(
      {
        registerId,
        count,
        countedAt,
        comment: null,
        receivedBy: rose,
        found: [{ type: 'CASH', operator: null, amount: -500 }],
        taking: aTaking(registerId, rose),
      },
      maker,
    )
    const outbox = anOutbox(store)
    await outbox.drain()
    expect(paths(edge.asked)).not.toContain('/cash-registers/…/hand-over')
    isUp = true
    await outbox.drainAll()
    const sent = edge.asked.find(({ path }) => path.endsWith('/hand-over'))
    expect(NewHandOver.parse(JSON.parse(sent!.body))).toMatchObject({ receivedBy: rose, countedAt })
    expect(paths(edge.asked).lastIndexOf('/sales')).toBeLessThan(
      paths(edge.asked).indexOf('/cash-registers/…/hand-over'),
    )
    expect((await store.snapshot(0)).registers).toMatchObject([
      {
        userId: rose,
        id: registerId,
        float: 20_000,
        found: [{ amount: -500, countId: (JSON.parse(sent!.body) as NewHandOver).id }],
      },
    ])
    const hers = await store.create({ ...aurele, userId: rose })
    const paid = await payWithANote(store, hers)
    expect((await store.end(paid.id, paid.editCount, { ...facts, userId: rose })).payload.registerId).toBe(registerId)
  },
)

test('who may close counts and closes the register of another one, whose sale of after goes into a new one', async () => {
  const store = openSalesStore(pharmacyId)
  const { payload } = await anEndedSale(store)
  const { registerId } = payload
  const closer = { ...maker, sellerId: rose, sellerRoles: ['caissier'] }
  await store.putDownCount({ registerId, count }, closer)
  await store.closeTill({ registerId, count, comment: null, passedOver: [] }, closer)
  expect(await actsOf(store)).toMatchObject([
    { act: 'count', registerId, sellerId: rose },
    { act: 'close', registerId, sellerId: rose, awaits: [{ id: payload.id }, { identifier: 'count' }] },
  ])
  expect((await store.snapshot(0)).registers).toEqual([])
  expect((await anEndedSale(store)).payload.registerId).not.toBe(registerId)
})

test('a collection goes after its patient, who may wait longer than it, and what he buys on credit then goes after the collection', async () => {
  let isBroken = true
  const told: string[] = []
  await openApiEdge(async (asked) => {
    if (asked.path === '/persons/createPatientByQuickWay')
      return isBroken ? { status: 500, body: { message: 'internal' } } : acceptedPatient(asked.body)
    const kind = asked.path === '/movements' ? (JSON.parse(asked.body) as NewMovement).kind : asked.path
    if (kind === 'collection') await new Promise((later) => setTimeout(later, 30))
    told.push(kind)
    return takeAll(asked)
  })
  const store = openSalesStore(pharmacyId)
  const { id: patientId } = await store.createPatient(typedPatient(), maker)
  await store.moveMoney({ ...collected, clientId: patientId }, maker)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: null }, maker)
  const paid = await aPaidSale(store)
  const onCredit = await store.change(paid.id, paid.editCount, (open) =>
    setPayments(open, [
      { id: crypto.randomUUID(), type: 'CREDIT', amount: 1300, creditMetadata: { person: patientId } },
    ]),
  )
  await store.end(onCredit!.id, onCredit!.editCount, facts)
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(told).toEqual(['cash-in'])
  isBroken = false
  await outbox.drainAll()
  expect(told).toEqual(['cash-in', 'collection', '/sales'])
  expect((await store.snapshot(0)).outbox).toEqual([])
})

test('a register is not handed to who has one open here', async () => {
  const store = openSalesStore(pharmacyId)
  await store.openTill(5000, { ...maker, sellerId: rose })
  const { id: registerId } = await store.openTill(20_000, maker)
  await expect(
    store.handOver(
      { registerId, count, countedAt, comment: null, receivedBy: rose, found: [], taking: aTaking(registerId, rose) },
      maker,
    ),
  ).rejects.toEqual(conflict('taken'))
})

test('what the server says of a register is taken over, but for what was done here since', async () => {
  const store = openSalesStore(pharmacyId)
  const known = { userId: aurele.userId, id: crypto.randomUUID(), openedAt: '2026-11-21T07:00:00.000Z', float: 20_000 }
  await store.adoptRegister(known)
  await store.disburse(payment, maker)
  await store.adoptRegister({ ...known, float: 1 })
  expect(await store.registerOf(aurele.userId)).toMatchObject({ ...known, gestures: [{ reason: 'Transport' }] })
  // closed without a network: the server does not know it yet
  await store.closeTill({ registerId: known.id, count, comment: null, passedOver: [] }, maker)
  await store.adoptRegister(known)
  const opened = await store.openTill(1000, maker)
  expect(opened.id).not.toBe(known.id)
  await store.adoptRegister({ ...known, id: crypto.randomUUID() })
  expect((await store.registerOf(aurele.userId)).id).toBe(opened.id)
})

test('a float declared in a register that the server told is sent at the hour of this terminal, which the server corrects', async () => {
  const store = openSalesStore(pharmacyId)
  const known = { userId: aurele.userId, id: crypto.randomUUID(), openedAt: '2026-11-21T07:00:00.000Z' }
  await store.adoptRegister(known)
  const before = Date.now()
  await store.openTill(5000, maker)
  const [row] = await store.outbox()
  const { openedAt } = JSON.parse(row!.payload) as { openedAt: string }
  expect(Date.parse(openedAt)).toBeGreaterThanOrEqual(before)
})

test('a count that is being typed outlives a power cut, and goes when it is put down', async () => {
  const store = openSalesStore(pharmacyId)
  const { id: registerId } = await store.openTill(0, maker)
  await store.keepDraft(aurele.userId, { 'note/10000': '17' })
  store.close()
  const again = openSalesStore(pharmacyId)
  expect((await again.registerOf(aurele.userId)).draft).toEqual({ 'note/10000': '17' })
  await again.putDownCount({ registerId, count }, maker)
  expect(await again.registerOf(aurele.userId)).toEqual({
    userId: aurele.userId,
    id: registerId,
    openedAt: expect.any(String),
    float: 0,
    counts: [{ ...count, reason: null, at: expect.any(String) }],
  })
  await again.closeTill({ registerId, count, comment: null, passedOver: [] }, maker)
  await again.keepDraft(aurele.userId, { 'note/10000': '17' })
  expect((await again.snapshot(0)).registers).toEqual([])
})

test('the photo of a receipt goes after its disbursement, byte for byte', async () => {
  let isUp = false
  const edge = await openApiEdge((asked) => (isUp || asked.path !== '/disbursements' ? takeAll(asked) : 'hang up'))
  const store = openSalesStore(pharmacyId)
  const disbursementId = await store.disburse(payment, maker)
  const bytes = Uint8Array.from({ length: 2000 }, (_, at) => at % 251)
  const photo = await store.noteReceiptPhoto({ disbursementId, mime: 'image/jpeg', bytes }, maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(paths(edge.asked)).not.toContain('/disbursements/photos')
  isUp = true
  await outbox.drainAll()
  const body = JSON.parse(edge.asked.find(({ path }) => path === '/disbursements/photos')!.body) as NewDisbursementPhoto
  expect(NewDisbursementPhoto.parse(body)).toEqual(body)
  expect(new Uint8Array(Buffer.from(body.data, 'base64'))).toEqual(bytes)
  expect([await store.readPhoto(photo.id), await store.outbox()]).toEqual([undefined, []])
})
