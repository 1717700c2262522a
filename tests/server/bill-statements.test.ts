import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NewStatementLine, billStatements } from '#shared/contract/bill-statements.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { orders } from '#shared/contract/orders.ts'
import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { computedAmount } from '#shared/domain/statements/statement-line.ts'
import { aDeliveryAct, aSupplierReturn } from '#tests/server/support/delivering.ts'
import { aDisbursement } from '#tests/server/support/registering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let ubipharm: string
let packagingId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`statements ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  ubipharm = (await clerk().call(suppliers.create, { body: { name: 'Ubipharm', paymentDays: 30 } })).id
  const { rows } = await database.platform((tx) =>
    sql<{ id: string }>`select packaging_id as id from stock_items where id = ${shop.lots[0]}`.execute(tx),
  )
  packagingId = rows[0]!.id
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const clerk = () => as(shop.stocks.token)

/** A closed delivery of so many boxes of the first product at 650. */
async function delivered(bl: string, received = 10, rest: object = {}): Promise<string> {
  const id = randomUUID()
  await clerk().call(deliveries.create, { body: { id, supplierId: ubipharm, bl, receivedOn: '2026-02-10' } })
  await clerk().call(deliveries.act, {
    body: aDeliveryAct(shop, {
      deliveryId: id,
      lineId: randomUUID(),
      line: { code: '2000017', label: 'Doliprane', productId: shop.products[0], packagingId },
      set: { isChecked: true, received, purchasePrice: '650', lot: `L ${bl}`, expiresOn: '2028-06-30', ...rest },
    }),
  })
  await clerk().call(deliveries.close, { params: { id }, body: {} })
  return id
}
const line = (noteNumber: string, rest: Partial<NewStatementLine> = {}): NewStatementLine => {
  const { quantity, price, rebate } = { quantity: 10, price: '650', rebate: 0, ...rest }
  return {
    kind: 'goods',
    noteNumber,
    day: '2026-02-10',
    code: '2000017',
    label: 'DOLIPRANE 1G CPR B/8',
    productId: null,
    free: 0,
    vat: 0,
    amount: computedAmount({ quantity, price, rebate, vat: 0 }),
    ...rest,
    quantity,
    price,
    rebate,
  }
}
const signed = (lines: readonly NewStatementLine[]) =>
  lines.reduce((sum, { kind, amount }) => sum + (kind === 'credit' ? -amount : amount), 0)
async function entered(lines: NewStatementLine[], rest: object = {}): Promise<string> {
  const id = randomUUID()
  const head = { reference: `R ${id}`, from: '2026-02-01', to: '2026-02-28', total: signed(lines) }
  await clerk().call(billStatements.create, { body: { id, supplierId: ubipharm, ...head, lines, ...rest } })
  return id
}
const read = (id: string) => clerk().call(billStatements.read, { params: { id } })
const records = async (id: string, query: object = {}) =>
  (await clerk().call(billStatements.records, { params: { id }, query })).items
const decide = (id: string, positions: number[], decision: 'match' | 'pay' | 'claim' | null) =>
  clerk().call(billStatements.decide, { params: { id }, body: { positions, decision } })
const validate = (id: string, token = shop.stocks.token) => as(token).call(billStatements.validate, { params: { id } })
const claimOf = async (id: string) => clerk().call(wholesalerClaims.read, { params: { id: (await read(id)).claimId! } })

test('a right statement needs no hand: it is agreed, its deliveries are locked', async () => {
  const deliveryId = await delivered('88412')
  const id = await entered([line('BL 88412')])
  expect(await read(id)).toMatchObject({
    number: 1,
    state: 'draft',
    dueOn: '2026-03-30',
    total: 6_500,
    sums: { lines: 6_500, matched: 6_500, claimed: 0, open: 0 },
    counts: { certain: 1, undecided: 0 },
    doubts: [],
  })
  expect(await validate(id)).toEqual({ id, claimId: null })
  await expect(
    clerk().call(deliveries.cancel, { params: { id: deliveryId }, body: { reason: 'Erreur' } }),
  ).rejects.toMatchObject({ message: 'deliveries:cannotCancelDeliveryWithValidatedBillStatement' })
  expect(await read(id)).toMatchObject({ state: 'validated', sums: { matched: 6_500 } })
})

test('each difference becomes a claim line with its evidence; agreed, claimed and open are the statement', async () => {
  const deliveryId = await delivered('88412')
  await delivered('88413')
  const id = await entered([
    line('88412', { quantity: 12 }),
    line('88413', { price: '700' }),
    line('88413', { label: 'ENCORE' }),
    line('99999', { code: '777', label: 'INCONNU', quantity: 1, price: '400' }),
  ])
  const before = await read(id)
  expect(before.sums).toEqual({
    lines: before.total,
    matched: 13_000,
    claimed: 1_300 + 500 + 6_500,
    open: 400,
  })
  await expect(validate(id)).rejects.toMatchObject({ message: 'billStatements:undecided', details: { lines: 1 } })
  await decide(id, [4], 'claim')
  await validate(id)
  const claim = await claimOf(id)
  expect(claim).toMatchObject({ state: 'draft', claimed: 8_700, statementId: id })
  expect(claim.lines.map(({ reason, amount }) => [reason, amount])).toEqual([
    ['quantity', 1_300],
    ['price', 500],
    ['twice', 6_500],
    ['missing', 400],
  ])
  expect(claim.lines[0]).toMatchObject({
    deliveryId,
    noteNumber: '88412',
    evidence: 'Facturé 12, reçu 10 au BL 88412 du 10/02/2026.',
  })
  expect((await read(id)).sums).toEqual({ lines: 21_700, matched: 13_000, claimed: 8_700, open: 0 })
})

test('two members who validate at once make one claim; twice is once', async () => {
  await delivered('88412')
  const id = await entered([line('88412', { quantity: 11 })])
  await Promise.all([validate(id), validate(id, shop.titulaire.token)])
  await validate(id)
  const { total } = await clerk().call(wholesalerClaims.list, { query: {} })
  expect(total).toBe(1)
})

test('a later statement that bills the same note says which one did', async () => {
  await delivered('88412')
  const first = await entered([line('88412')])
  await validate(first)
  const again = await entered([line('88412')])
  const [record] = await records(again)
  expect(record).toMatchObject({
    certainty: 'certain',
    because: 'billed-before',
    billedBy: `R ${first}`,
    differences: [{ reason: 'twice', amount: 6_500 }],
  })
})

test('AIB that is billed after its boxes is agreed, once', async () => {
  const id = await delivered('88412')
  await clerk().call(deliveries.patch, { params: { id }, body: { aib: 65 } })
  await validate(await entered([line('88412', { kind: 'note', quantity: 0, amount: 6_500 })]))
  const levy = line('88412', { kind: 'note', quantity: 0, amount: 65 })
  const first = await entered([levy])
  expect(await read(first)).toMatchObject({ sums: { matched: 65, claimed: 0 }, counts: { certain: 1 } })
  await validate(first)
  expect(await read(await entered([levy]))).toMatchObject({ sums: { matched: 0, claimed: 65 } })
})

test('sums that do not add up, another month, an unknown pharmacy’s notes: named, and nothing is validated', async () => {
  const before = await rowCounts()
  const cut = await entered([line('88412')], { total: 90_000 })
  expect((await read(cut)).doubts).toContain('sums')
  await decide(cut, [1], 'pay')
  await expect(validate(cut)).rejects.toMatchObject({
    message: 'billStatements:sumsDiffer',
    details: { total: 90_000, lines: 6_500 },
  })
  const strange = await entered(Array.from({ length: 6 }, (_, index) => line(`7000${index}`, { day: '2025-11-03' })))
  expect((await read(strange)).doubts).toEqual(['other-month', 'other-pharmacy'])
  expect((await rowCounts())['wholesaler_claims']).toBe(before['wholesaler_claims'])
})

test('a reference is entered once, however it is written; a repeated call is the same statement', async () => {
  const id = await entered([line('88412')], { reference: 'REL 2026-02' })
  const body = {
    id,
    supplierId: ubipharm,
    reference: 'REL 2026-02',
    from: '2026-02-01',
    to: '2026-02-28',
    total: 6_500,
  }
  const before = await rowCounts()
  await clerk().call(billStatements.create, { body })
  expect(await rowCounts()).toEqual(before)
  await expect(
    clerk().call(billStatements.create, { body: { ...body, id: randomUUID(), reference: 'rel2026-02' } }),
  ).rejects.toMatchObject({ message: 'billStatements:alreadyEntered', details: { id } })
  await expect(
    clerk().call(billStatements.create, { body: { ...body, reference: 'R2', id: randomUUID(), to: '2026-01-01' } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('a line gets its product once, for all lines of its code and for the next statements', async () => {
  await delivered('88412')
  const id = await entered([line('88412', { code: 'UB17' }), line('88499', { code: 'UB17' })])
  expect((await records(id)).map(({ productId }) => productId)).toEqual([null, null])
  await clerk().call(billStatements.putRecord, {
    params: { id, position: 1 },
    body: line('88412', { code: 'UB17', productId: shop.products[0] }),
  })
  expect((await records(id)).map(({ productId }) => productId)).toEqual([shop.products[0], shop.products[0]])
  const next = await entered([line('88500', { code: 'UB17' })])
  expect((await records(next))[0]!.productId).toBe(shop.products[0])
  await expect(
    clerk().call(billStatements.putRecord, {
      params: { id, position: 1 },
      body: line('88412', { productId: randomUUID() }),
    }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('a line that is added comes after the last one, also when one was taken out', async () => {
  await delivered('88412')
  const id = await entered([line('88412'), line('88413'), line('88414')])
  const after = await clerk().call(billStatements.removeRecord, { params: { id, position: 2 } })
  expect(after).toMatchObject({ lines: 2, nextPosition: 4 })
  await clerk().call(billStatements.putRecord, { params: { id, position: after.nextPosition }, body: line('88415') })
  expect((await records(id)).map(({ position, noteNumber }) => [position, noteNumber])).toEqual([
    [1, '88412'],
    [3, '88414'],
    [4, '88415'],
  ])
  await expect(clerk().call(billStatements.removeRecord, { params: { id, position: 2 } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})

test('an archived supplier is still paid', async () => {
  await clerk().call(suppliers.patch, { params: { id: ubipharm }, body: { archived: true } })
  const body = { id: randomUUID(), supplierId: ubipharm, means: 'CHEQUE' as const, amount: 500, paidOn: '2026-03-02' }
  expect(await clerk().call(supplierPayments.create, { body })).toMatchObject({ number: 1, amount: 500 })
})

test('a validated statement is opened again until its claim is sent', async () => {
  const deliveryId = await delivered('88412')
  const id = await entered([line('88412', { quantity: 11 })])
  await validate(id)
  const reopened = await clerk().call(billStatements.reopen, { params: { id } })
  expect(reopened).toMatchObject({ state: 'draft', claimId: null, sums: { claimed: 650 } })
  expect((await clerk().call(wholesalerClaims.list, { query: {} })).items[0]).toMatchObject({ state: 'canceled' })
  await validate(id)
  await clerk().call(wholesalerClaims.send, { params: { id: (await read(id)).claimId! } })
  await expect(clerk().call(billStatements.reopen, { params: { id } })).rejects.toMatchObject({
    message: 'billStatements:claimSent',
  })
  await expect(decide(id, [1], 'pay')).rejects.toMatchObject({ message: 'billStatements:notDraft' })
  await expect(
    clerk().call(deliveries.cancel, { params: { id: deliveryId }, body: { reason: 'Erreur' } }),
  ).rejects.toThrow()
})

test('notes beside their deliveries, and deliveries that are not billed', async () => {
  await delivered('88412')
  await delivered('88413')
  const id = await entered([line('88412', { quantity: 11 })])
  expect(await clerk().call(billStatements.notes, { params: { id } })).toMatchObject({
    notes: [{ noteNumber: '88412', billed: 7_150, delivered: 6_500, lines: 1 }],
    notBilled: [{ noteNumber: '88413', delivered: 6_500 }],
  })
})

test('an ordered product that never came is « not received », another one « never ordered »', async () => {
  await delivered('88412')
  const orderId = randomUUID()
  await clerk().call(orders.create, { body: { id: orderId, supplierId: ubipharm } })
  const params = { id: orderId, productId: shop.products[1] }
  await clerk().call(orders.putLine, { params, body: { quantity: 3 } })
  await clerk().call(orders.send, { params: { id: orderId } })
  const id = await entered([
    line('88412'),
    line('88412', { code: null, productId: shop.products[1], quantity: 3 }),
    line('88412', { code: null, productId: shop.products[2], quantity: 3 }),
  ])
  expect((await records(id)).flatMap(({ differences }) => differences.map(({ reason }) => reason))).toEqual([
    'missing',
    'never-ordered',
  ])
})

test('the unit price of a statement keeps the decimals of the paper, and nobody is accused of our rounding', async () => {
  await delivered('88412', 22, { purchasePrice: '2334.45', salePrice: 4000 })
  const id = await entered([line('88412', { quantity: 22, price: '2334.45', amount: 51_358 })])
  const [record] = await records(id)
  expect(record).toMatchObject({
    price: '2334.45',
    certainty: 'certain',
    differences: [],
    match: { price: '2334.45' },
    matched: 51_358,
  })
  const put = (price: unknown) =>
    clerk().call(billStatements.putRecord, {
      params: { id, position: '1' } as never,
      body: { ...line('88412', { quantity: 22, amount: 51_358 }), price } as never,
    })
  for (const wrong of ['2334,45', '-1', '1e3', '2334.1234567', '', 2334.45, 100_000_001])
    await expect(put(wrong)).rejects.toMatchObject({ message: 'requests:invalid' })
  await put(2334)
  expect((await records(id))[0]).toMatchObject({ price: '2334', differences: [] })
  await validate(id)
  expect((await read(id)).claimId).toBeNull()
})

test('what was refused at the control is billed and not delivered, not billed twice', async () => {
  const id = randomUUID()
  await clerk().call(deliveries.create, { body: { id, supplierId: ubipharm, bl: '88420', receivedOn: '2026-02-10' } })
  for (const [index, set] of [
    [0, { noted: 10, received: 10, purchasePrice: '650', lot: 'A', expiresOn: '2028-06-30', isChecked: true }],
    [1, { noted: 4, received: 0, purchasePrice: '800', isChecked: true }],
    [2, { noted: 3, received: 3, purchasePrice: '900', isRemoved: true }],
  ] as const)
    await clerk().call(deliveries.act, {
      body: aDeliveryAct(shop, {
        deliveryId: id,
        lineId: randomUUID(),
        line: { code: null, label: 'Ligne', productId: shop.products[index], packagingId },
        set,
      }),
    })
  await clerk().call(deliveries.close, { params: { id }, body: { rest: 'given-up' } })
  const statement = await entered([
    line('88420', { code: null, productId: shop.products[0] }),
    line('88420', { code: null, productId: shop.products[1], quantity: 4, price: '800' }),
    line('88420', { code: null, productId: shop.products[2], quantity: 3, price: '900' }),
  ])
  expect(
    (await records(statement)).map(({ because, certainty, differences }) => [because, certainty, differences]),
  ).toEqual([
    ['same-note', 'certain', []],
    ['not-received', 'certain', [{ reason: 'missing', amount: 3_200 }]],
    ['not-received', 'certain', [{ reason: 'missing', amount: 2_700 }]],
  ])
  await validate(statement)
  expect(
    (await claimOf(statement)).lines.map(({ reason, evidence, deliveryId }) => [reason, evidence, deliveryId]),
  ).toEqual([
    ['missing', 'Facturé 4, rien reçu au BL 88420 du 10/02/2026.', id],
    ['missing', 'Facturé 3, rien reçu au BL 88420 du 10/02/2026.', id],
  ])
})

test('a credit of a return is noted by the statement, and counts once in the account', async () => {
  await delivered('88412')
  const sent = await clerk().call(supplierReturns.create, {
    body: aSupplierReturn(shop, { supplierId: ubipharm }),
  })
  const id = await entered([line('88412'), line('AV-7', { kind: 'credit', quantity: 0, price: '0', amount: 600 })])
  expect((await records(id))[1]).toMatchObject({ certainty: 'proposed', match: { kind: 'return', id: sent.id } })
  await decide(id, [2], 'match')
  await validate(id)
  expect(await clerk().call(supplierReturns.read, { params: { id: sent.id } })).toMatchObject({
    state: 'credited',
    creditNumber: 'AV-7',
    creditAmount: 600,
  })
  const account = await clerk().call(supplierPayments.account, {
    params: { id: ubipharm },
    query: { from: '2026-01-01', to: '2026-12-31' },
  })
  expect(account.balance).toBe(5_900)
})

test('a claim is sent, reminded, answered and credited; francs lost and recovered are told', async () => {
  await delivered('88412')
  const id = await entered([line('88412', { quantity: 12, price: '700' })])
  await validate(id)
  const claimId = (await read(id)).claimId!
  const gesture = { params: { id: claimId } }
  // The list computes state and sums in SQL, one claim by the rules of the domain.
  const told = async () => {
    const { state, claimed, accepted, credited, awaited, lost } = await clerk().call(wholesalerClaims.read, gesture)
    const [row] = (await clerk().call(wholesalerClaims.list, { query: {} })).items
    expect(row).toMatchObject({ state, claimed, accepted, credited, awaited, lost })
  }
  await told()
  await expect(
    clerk().call(wholesalerClaims.answer, { ...gesture, body: { lines: [{ position: 1, accepted: 1 }] } }),
  ).rejects.toMatchObject({ message: 'wholesalerClaims:notAllowed' })
  await clerk().call(wholesalerClaims.send, gesture)
  await clerk().call(wholesalerClaims.send, gesture)
  await told()
  await clerk().call(wholesalerClaims.remind, { ...gesture, body: { after: 0 } })
  expect(await clerk().call(wholesalerClaims.remind, { ...gesture, body: { after: 0 } })).toMatchObject({
    state: 'sent',
    reminders: 1,
    claimed: 1_900,
    awaited: 1_900,
  })
  await expect(
    clerk().call(wholesalerClaims.answer, { ...gesture, body: { lines: [{ position: 1, accepted: 9_999 }] } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
  const answered = await clerk().call(wholesalerClaims.answer, {
    ...gesture,
    body: {
      lines: [
        { position: 1, accepted: 1_400 },
        { position: 2, accepted: 0 },
      ],
    },
  })
  expect(answered).toMatchObject({ state: 'partly-accepted', accepted: 1_400, awaited: 1_400, lost: 500 })
  await told()
  const credit = { id: randomUUID(), number: 'AV-12', day: '2026-03-02', amount: 1_400 }
  await clerk().call(wholesalerClaims.credit, { ...gesture, body: credit })
  const credited = await clerk().call(wholesalerClaims.credit, { ...gesture, body: credit })
  expect(credited).toMatchObject({ state: 'credited', credited: 1_400, awaited: 0, lost: 500 })
  await told()
  await expect(
    clerk().call(wholesalerClaims.credit, { ...gesture, body: { ...credit, id: randomUUID() } }),
  ).rejects.toMatchObject({ message: 'wholesalerClaims:creditBeyondClaim', details: { most: 500 } })
  expect(
    await clerk().call(wholesalerClaims.report, { query: { from: '2026-03-01', to: '2026-03-31' } }),
  ).toMatchObject([{ supplierName: 'Ubipharm', month: '2026-03', claimed: 1_900, credited: 1_400, lost: 500 }])
  await expect(clerk().call(wholesalerClaims.cancel, { ...gesture, body: { reason: 'Erreur' } })).rejects.toMatchObject(
    { message: 'wholesalerClaims:notAllowed' },
  )
})

test('cause and text of a line are changed until the claim is sent; its amount stays', async () => {
  await delivered('88412')
  const id = await entered([line('88412', { quantity: 12 })])
  await validate(id)
  const { id: claimId } = await claimOf(id)
  const change = (position: number, body: object, token = shop.stocks.token) =>
    as(token).call(wholesalerClaims.patchLine, { params: { id: claimId, position: String(position) }, body } as never)
  const words = { reason: 'damaged' as const, label: 'DOLIPRANE 1 G', evidence: 'Deux cartons mouillés.' }
  expect((await change(1, words)).lines).toMatchObject([{ ...words, amount: 1_300, noteNumber: '88412' }])
  expect((await change(1, { evidence: null })).lines).toMatchObject([{ ...words, evidence: null }])
  await expect(change(2, words)).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(change(1, { reason: 'unknown' })).rejects.toMatchObject({ message: 'requests:invalid' })
  await expect(change(1, words, shop.vendeur.token)).rejects.toMatchObject({ message: 'auth:forbidden' })
  await clerk().call(wholesalerClaims.send, { params: { id: claimId } })
  await expect(change(1, { label: 'AUTRE' })).rejects.toMatchObject({ message: 'wholesalerClaims:notAllowed' })
  expect((await claimOf(id)).lines).toMatchObject([{ label: 'DOLIPRANE 1 G' }])
})

test('what a claim awaits may come as a credit of the next statement', async () => {
  await delivered('88412')
  const first = await entered([line('88412', { quantity: 12 })])
  await validate(first)
  const claimId = (await read(first)).claimId!
  await clerk().call(wholesalerClaims.send, { params: { id: claimId } })
  await delivered('88500')
  const next = await entered([line('88500'), line('AV-9', { kind: 'credit', quantity: 0, price: '0', amount: 1_300 })])
  expect((await records(next))[1]).toMatchObject({ certainty: 'proposed', match: { kind: 'claim', id: claimId } })
  await decide(next, [2], 'match')
  await validate(next)
  expect(await clerk().call(wholesalerClaims.read, { params: { id: claimId } })).toMatchObject({
    state: 'credited',
    credits: [{ number: 'AV-9', amount: 1_300, statementId: next }],
  })
  await clerk().call(billStatements.reopen, { params: { id: next } })
  expect(await clerk().call(wholesalerClaims.read, { params: { id: claimId } })).toMatchObject({ credits: [] })
})

test('payments lower what is owed, the first due first; a canceled one does not', async () => {
  await delivered('88412')
  const id = await entered([line('88412')], { dueOn: '2026-02-28' })
  await validate(id)
  const pay = (amount: number, rest: object = {}) =>
    clerk().call(supplierPayments.create, {
      body: { id: randomUUID(), supplierId: ubipharm, means: 'CHEQUE', amount, paidOn: '2026-03-01', ...rest },
    })
  const payable = async () => (await clerk().call(supplierPayments.payables, {}))[0]
  expect(await payable()).toMatchObject({ owed: 6_500, overdue: 6_500, ahead: 0, notBilled: 0 })
  const first = await pay(2_000)
  await clerk().call(supplierPayments.create, {
    body: { id: first.id, supplierId: ubipharm, means: 'CHEQUE', amount: 2_000, paidOn: '2026-03-01' },
  })
  expect(await payable()).toMatchObject({ owed: 4_500 })
  await clerk().call(supplierPayments.cancel, { params: { id: first.id }, body: { reason: 'Non remis' } })
  expect(await payable()).toMatchObject({ owed: 6_500 })
  await pay(7_000)
  expect(await payable()).toMatchObject({ owed: 0, ahead: 500 })
  const weeks = await as(shop.titulaire.token).call(supplierPayments.calendar, {})
  expect(weeks).toHaveLength(8)
  expect(weeks[0]).toMatchObject({ monday: '2026-03-02', due: 0 })
})

test('the calendar puts what is overdue first, and expects what was delivered', async () => {
  await delivered('88412')
  await validate(await entered([line('88412')], { dueOn: '2026-02-20' }))
  await delivered('88499')
  const weeks = await as(shop.titulaire.token).call(supplierPayments.calendar, {})
  expect(weeks[0]).toMatchObject({ due: 6_500, statements: [{ left: 6_500, dueOn: '2026-02-20' }] })
  // February ends on the 28th; 30 days later is Monday, 30 March
  expect(weeks.find(({ expected }) => expected > 0)).toMatchObject({ monday: '2026-03-30', expected: 6_500 })
})

test('cash of a drawer pays one supplier, with its own amount', async () => {
  const spent = aDisbursement(shop, { amount: 3_000, note: 'Réglé sur la recette d’hier' })
  await as(shop.terminal.token).call(disbursements.create, { body: spent })
  const disbursementId = spent.id
  const body = { supplierId: ubipharm, means: 'CASH' as const, paidOn: '2026-03-02', disbursementId }
  const pay = (amount: number, rest: object = {}) =>
    clerk().call(supplierPayments.create, { body: { id: randomUUID(), ...body, amount, ...rest } })
  expect(await clerk().call(supplierPayments.cashOut, {})).toMatchObject([{ id: disbursementId, amount: 3_000 }])
  await expect(pay(2_999)).rejects.toMatchObject({ message: 'requests:invalid' })
  await expect(pay(3_000, { means: 'CHEQUE' })).rejects.toMatchObject({ message: 'requests:invalid' })
  const made = await pay(3_000)
  expect(made).toMatchObject({ disbursementNumber: 1 })
  await expect(pay(3_000)).rejects.toMatchObject({ message: 'disbursements:used' })
  expect(await clerk().call(supplierPayments.cashOut, {})).toEqual([])
})

test('another pharmacy sees and changes none of it', async () => {
  const other = await openShop(`statements elsewhere ${count++}`)
  const id = await entered([line('88412')])
  const stranger = as(other.stocks.token)
  await expect(stranger.call(billStatements.read, { params: { id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await expect(stranger.call(billStatements.validate, { params: { id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await expect(
    stranger.call(supplierPayments.create, {
      body: { id: randomUUID(), supplierId: ubipharm, means: 'CHEQUE', amount: 1, paidOn: '2026-03-02' },
    }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('lists are sorted by the server', async () => {
  const gapob = (await clerk().call(suppliers.create, { body: { name: 'Gapob' } })).id
  await delivered('88412')
  const id = await entered([
    line('88412', { quantity: 11, price: '600' }),
    line('88413', { quantity: 4 }),
    line('1', { label: 'AAA', code: '777' }),
  ])
  const claimed = async (rest: object, wrong = 1) => {
    const statement = await entered([line('2', { price: String(400 * wrong) })], rest)
    await decide(statement, [1], 'claim')
    await validate(statement)
    return (await read(statement)).claimId!
  }
  await claimed({ supplierId: gapob, to: '2026-02-27', dueOn: '2026-04-01' })
  const gone = await claimed({}, 2)
  const [refused, credited] = [await claimed({}, 3), await claimed({}, 4)]
  for (const claimId of [gone, refused, credited]) {
    clock.now = new Date(clock.now.getTime() + 60_000)
    await clerk().call(wholesalerClaims.send, { params: { id: claimId } })
  }
  const params = { id: refused }
  await clerk().call(wholesalerClaims.answer, { params, body: { lines: [{ position: 1, accepted: 0 }] } })
  await clerk().call(wholesalerClaims.credit, {
    params: { id: credited },
    body: { id: randomUUID(), day: '2026-03-02', amount: 100 },
  })
  const two = [1, 2].map((position) => ({ reason: 'damaged' as const, label: 'A', amount: 5 * position }))
  await as(shop.titulaire.token).call(wholesalerClaims.create, {
    body: { id: randomUUID(), supplierId: ubipharm, lines: two },
  })
  await as(shop.titulaire.token).call(billStatements.create, {
    body: { id: randomUUID(), supplierId: ubipharm, reference: 'Z', from: '2026-02-01', to: '2026-02-28', total: 1 },
  })
  const pay = { paidOn: '2026-03-02', means: 'CHEQUE' as const, amount: 500 }
  const paid = [
    { ...pay, supplierId: ubipharm, reference: 'A' },
    { ...pay, supplierId: gapob, means: 'TRANSFER' as const, paidOn: '2026-03-01', amount: 100, reference: 'B' },
  ]
  for (const [index, body] of paid.entries())
    await as([shop.stocks, shop.titulaire][index]!.token).call(supplierPayments.create, {
      body: { id: randomUUID(), ...body },
    })
  await expectSortedBothWays((query) => clerk().call(billStatements.list, { query }), {
    number: (row) => row.number,
    supplier: (row) => row.supplierName,
    reference: (row) => row.reference,
    to: (row) => row.to,
    dueOn: (row) => row.dueOn,
    lines: (row) => row.lines,
    total: (row) => row.total,
    claimed: (row) => row.claimed,
    state: (row) => row.state,
    user: (row) => row.createdByName,
  })
  await expectSortedBothWays((query) => clerk().call(billStatements.records, { params: { id }, query }), {
    position: (row) => row.position,
    noteNumber: (row) => row.noteNumber,
    label: (row) => row.label,
    quantity: (row) => row.quantity,
    price: (row) => Number(row.price),
    signed: (row) => row.signed,
    claimed: (row) => row.claimed,
    open: (row) => row.open,
  })
  await expectSortedBothWays((query) => clerk().call(wholesalerClaims.list, { query }), {
    number: (row) => row.number,
    supplier: (row) => row.supplierName,
    statement: (row) => row.statementReference,
    createdAt: (row) => row.createdAt,
    sentAt: (row) => row.sentAt,
    lines: (row) => row.lines,
    claimed: (row) => row.claimed,
    credited: (row) => row.credited,
    awaited: (row) => row.awaited,
    lost: (row) => row.lost,
    state: (row) => row.state,
  })
  await expectSortedBothWays((query) => clerk().call(supplierPayments.list, { query }), {
    number: (row) => row.number,
    supplier: (row) => row.supplierName,
    means: (row) => row.means,
    amount: (row) => row.amount,
    paidOn: (row) => row.paidOn,
    reference: (row) => row.reference,
    user: (row) => row.createdByName,
  })
})
