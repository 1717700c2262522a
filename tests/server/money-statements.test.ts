import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { moneyStatements, type MoneyStatementDetail } from '#shared/contract/money-statements.ts'
import { movements } from '#shared/contract/movements.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales } from '#shared/contract/sales.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aDisbursement, aMovement } from '#tests/server/support/registering.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`money ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
const { owner, seller, sold, makeOne, pay } = billingActs(server, () => ({ shop, policy }))

const mobile = (reference: string | null, phoneOperator = 'MTN'): Payment => ({
  id: randomUUID(),
  type: 'MOBILE_MONEY',
  amount: 1000,
  phoneOperator,
  transactionReference: reference,
})
/** A box of 1,000, sold on 20 March at 11:00 UTC. */
async function soldBy(payment: Payment, soldAt = '2026-03-20T11:00:00.000Z') {
  const sale = aSale(shop, { lines: [lineOf(shop, 0)], payments: [payment], patientId: shop.patientId, soldAt })
  await seller().call(sales.close, { body: sale })
  return sale
}
const line = (rest: object = {}) => ({
  day: '2026-03-20',
  minutes: 660,
  reference: null,
  phone: null,
  label: null,
  amount: 1000,
  ...rest,
})
const enter = (lines: ReturnType<typeof line>[], rest: object = {}, by = owner()) =>
  by.call(moneyStatements.create, {
    body: { id: randomUUID(), kind: 'mobile-money', account: 'MTN', lines, ...rest },
  })
const states = ({ lines }: MoneyStatementDetail) => lines.map(({ state, way }) => [state, way])

describe('the statement of an operator', () => {
  test('tells a member of a drawer that is not counted nothing that was recorded in it', async () => {
    shop = await openShop(`money, blind ${count++}`, { blindCount: true })
    const sale = aSale(shop, {
      seller: shop.titulaire,
      lines: [lineOf(shop, 0)],
      payments: [mobile('MP 0001234')],
      patientId: shop.patientId,
      soldAt: '2026-03-20T11:00:00.000Z',
    })
    await owner().call(sales.close, { body: sale })
    const mine = await enter([line({ reference: 'MP 55555', amount: 4200 })])
    expect(mine.missing).toEqual([])
    const outsider = await aMember(database, shop, defaultRoles.titulaire)
    const theirs = await as(outsider.token).call(moneyStatements.read, { params: { id: mine.id } })
    expect(theirs.missing).toMatchObject([{ amount: 1000, saleId: sale.id }])
  })

  test('tells what is recorded, what is not, and what was recorded and never paid', async () => {
    const found = await soldBy(mobile('MP 0001234'))
    const nameless = await soldBy(mobile(null))
    await soldBy(mobile('MP 77777'), '2026-03-21T09:00:00.000Z')
    await soldBy(mobile('M 99999', 'Moov'))
    const statement = await enter([
      line({ reference: 'mp1234', minutes: 670 }),
      line({ minutes: 662 }),
      line({ day: '2026-03-22', reference: 'MP 55555', amount: 4200 }),
      line({ day: '2026-03-22', amount: -300, label: 'Frais' }),
    ])
    expect(states(statement)).toEqual([
      ['matched', 'reference'],
      ['matched', 'amount'],
      ['unrecorded', null],
      ['out', null],
    ])
    expect(statement.lines[0]!.records[0]).toMatchObject({ saleId: found.id, references: ['MP 0001234'] })
    expect(statement.lines[1]!.records[0]).toMatchObject({ saleId: nameless.id })
    expect(statement).toMatchObject({ received: 6200, unrecorded: 4200, from: '2026-03-20', to: '2026-03-22' })
    expect(statement.missing).toMatchObject([{ references: ['MP 77777'], amount: 1000, day: '2026-03-21' }])
    expect(await owner().call(moneyStatements.list, { query: {} })).toMatchObject({
      total: 1,
      unrecorded: 4200,
      items: [{ account: 'MTN', lines: 4, unrecorded: 4200 }],
    })
  })

  test('says by how much an amount differs', async () => {
    await soldBy(mobile('MP 12345'))
    const statement = await enter([line({ reference: 'MP12345', amount: 900 })])
    expect(states(statement)).toEqual([['differs', 'reference']])
    expect(statement.lines[0]!.records[0]!.amount).toBe(1000)
    expect(statement).toMatchObject({ unrecorded: 0, missing: [] })
  })

  test('takes a line once: neither the same call nor an overlapping file counts it twice', async () => {
    const id = randomUUID()
    const two = [line(), line()]
    await enter(two, { id })
    expect((await enter(two, { id })).lines).toHaveLength(2)
    await expect(enter(two)).rejects.toMatchObject({ message: 'moneyStatements:nothingNew' })
    const next = await enter([...two, line(), line({ day: '2026-03-21' })])
    expect(next).toMatchObject({ known: 2, received: 2000 })
    // the same line of another account is another one
    expect(await enter(two, { account: 'Moov' })).toMatchObject({ known: 0 })
    const conflict = { message: 'requests:conflict' }
    await expect(enter(two, { id, account: 'Moov' })).rejects.toMatchObject(conflict)
    // another file under the id of this one: fewer lines, more, or other ones
    for (const other of [[line()], [line(), line(), line({ amount: 77 })], [line({ day: '2026-03-21' })]])
      await expect(enter(other, { id })).rejects.toMatchObject(conflict)
  })

  test('leaves out a sale that was canceled, unless it was paid and paid back', async () => {
    const sale = await soldBy(mobile('MP 12345'))
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    expect(await enter([line({ day: '2026-03-19', amount: 5 }), line({ day: '2026-04-02', amount: 7 })])).toMatchObject(
      {
        missing: [],
        unrecorded: 12,
      },
    )
    const paid = await enter([line({ reference: 'MP 12345' })])
    expect(states(paid)).toEqual([['matched', 'reference']])
  })
})

describe('the statement of a bank', () => {
  test('finds transfers of payers, cheques of sales and deposits', async () => {
    await sold()
    await makeOne()
    await pay(500, { reference: 'NSIA-2026-04', paidOn: '2026-03-25' })
    await soldBy({ id: randomUUID(), type: 'CHEQUE', amount: 1000, chequeNumber: '0098765', bank: 'BOA' })
    await owner().call(movements.create, {
      body: aMovement(shop, { amount: 200, gesture: { kind: 'deposit' }, occurredAt: '2026-03-21T17:00:00.000Z' }),
    })
    const statement = await enter(
      [
        line({ day: '2026-03-26', label: 'VIR NSIA 2026 04', reference: 'NSIA 2026/04', amount: 500 }),
        line({ day: '2026-03-30', label: 'REMISE CHQ 98765' }),
        line({ day: '2026-03-23', label: 'VERSEMENT', amount: 200 }),
      ],
      { kind: 'bank', account: 'BOA' },
    )
    expect(statement.lines.map(({ state, records: [recorded] }) => [state, recorded?.kind, recorded?.type])).toEqual([
      ['matched', 'bill-payment', 'TRANSFER'],
      ['matched', 'movement', 'CHEQUE'],
      ['matched', 'movement', 'CASH'],
    ])
    expect(statement.missing).toEqual([])
  })
})

test('what was given back to a payer by transfer is on the line on which it left, unless it was undone', async () => {
  const { id } = await pay(1000, { paidOn: '2026-03-10' })
  const giveBack = async (amount: number, reference: string, means: 'TRANSFER' | 'CASH' = 'TRANSFER') => {
    const returned = { id: randomUUID(), amount, means, returnedOn: '2026-03-20', reference, reason: 'Payé deux fois' }
    await owner().call(billPayments.giveBack, { params: { id }, body: returned })
    return returned.id
  }
  const matched = await giveBack(300, 'VIR 450001')
  const waiting = await giveBack(200, 'VIR 450002')
  const undone = await giveBack(150, 'VIR 450003')
  await giveBack(50, 'REÇU 45', 'CASH')
  await owner().call(billPayments.undoReturn, { params: { id: undone }, body: { reason: 'Mal saisi' } })
  const statement = await enter(
    [line({ reference: 'VIR 450001', amount: -300 }), line({ label: 'RETOUR', amount: -190 })],
    {
      kind: 'bank',
      account: 'BOA',
    },
  )
  expect(states(statement)).toEqual([
    ['matched', 'reference'],
    ['out', null],
  ])
  expect(statement.lines[0]!.records).toMatchObject([
    { kind: 'bill-return', id: matched, amount: -300, clientName: 'NSIA', references: ['VIR 450001'] },
  ])
  const ofPayer = statement.missing.filter(({ kind }) => kind === 'bill-return')
  expect(ofPayer.map(({ id: returned, amount }) => [returned, amount])).toEqual([[waiting, -200]])
  const byHand = { decision: 'match' as const, position: 2, records: [{ kind: 'bill-return' as const, id: waiting }] }
  const decided = await owner().call(moneyStatements.decide, { params: { id: statement.id }, body: byHand })
  expect(states(decided)[1]).toEqual(['differs', 'hand'])
  expect(decided.missing.filter(({ kind }) => kind === 'bill-return')).toEqual([])
})

describe('money that is canceled or undone after it was matched', () => {
  const ofBank = (lines: ReturnType<typeof line>[]) => enter(lines, { kind: 'bank', account: 'BOA' })
  const read = (id: string) => owner().call(moneyStatements.read, { params: { id } })
  const giveBack = async (payment: string, amount: number, reference: string) => {
    const body = {
      id: randomUUID(),
      amount,
      means: 'TRANSFER' as const,
      returnedOn: '2026-03-20',
      reference,
      reason: 'x',
    }
    await owner().call(billPayments.giveBack, { params: { id: payment }, body })
    return body.id
  }

  test('what was given back frees its line, with what else the line was matched with', async () => {
    const { id } = await pay(1000, { paidOn: '2026-03-10' })
    const [one, two] = [await giveBack(id, 300, 'VIR 450001'), await giveBack(id, 200, 'VIR 450002')]
    const statement = await ofBank([line({ label: 'RETOURS', amount: -500 })])
    const records = [one, two].map((record) => ({ kind: 'bill-return' as const, id: record }))
    const body = { decision: 'match' as const, position: 1, records }
    const matched = await owner().call(moneyStatements.decide, { params: { id: statement.id }, body })
    expect(states(matched)).toEqual([['matched', 'hand']])
    await owner().call(billPayments.undoReturn, { params: { id: one }, body: { reason: 'Mal saisi' } })
    const freed = await read(statement.id)
    expect(states(freed)).toEqual([['out', null]])
    expect(freed.missing.filter(({ kind }) => kind === 'bill-return').map((record) => record.id)).toEqual([two])
    // undone twice frees nothing that was matched meanwhile
    await owner().call(moneyStatements.decide, {
      params: { id: statement.id },
      body: { ...body, records: [records[1]!] },
    })
    await owner().call(billPayments.undoReturn, { params: { id: one }, body: { reason: 'Encore' } })
    expect(states(await read(statement.id))).toEqual([['differs', 'hand']])
  })

  test('a canceled payment of a payer frees its line, explained or not', async () => {
    const { id } = await pay(500, { reference: 'NSIA-2026-04', paidOn: '2026-03-19' })
    const statement = await ofBank([line({ reference: 'NSIA 2026/04', amount: 490 })])
    expect(states(statement)).toEqual([['differs', 'reference']])
    const body = { decision: 'explain' as const, position: 1, reason: 'Frais de 10' }
    await owner().call(moneyStatements.decide, { params: { id: statement.id }, body })
    await owner().call(billPayments.cancel, { params: { id }, body: { reason: 'Rejeté' } })
    expect(await read(statement.id)).toMatchObject({ unrecorded: 490, lines: [{ state: 'unrecorded', records: [] }] })
  })

  test('what an earlier version left matched is open again after the update', async () => {
    const { id } = await pay(500, { reference: 'NSIA-2026-04', paidOn: '2026-03-19' })
    await soldBy({ id: randomUUID(), type: 'CHEQUE', amount: 1000, chequeNumber: '0098765', bank: 'BOA' })
    const statement = await ofBank([
      line({ reference: 'NSIA 2026/04', amount: 500 }),
      line({ day: '2026-03-21', label: 'REMISE CHQ 98765' }),
    ])
    const byWays = (detail: MoneyStatementDetail) => detail.lines.map(({ way }) => way)
    const [migration] = (await readMigrations()).filter(({ name }) => name.startsWith('0121'))
    const update = () => database.platform((tx) => sql.raw(migration!.sql).execute(tx))
    await update()
    const before = byWays(await read(statement.id))
    expect(before.every((way) => way !== null)).toBe(true)
    await database.platform((tx) =>
      sql`update bill_payments set canceled_by = created_by, canceled_at = created_at, cancel_reason = 'Rejeté'
        where id = ${id}`.execute(tx),
    )
    await update()
    const after = await read(statement.id)
    expect(byWays(after)).toEqual([null, before[1]])
    expect(after).toMatchObject({ unrecorded: 500, lines: [{ records: [] }, { records: [{ type: 'CHEQUE' }] }] })
  })

  test('money of a canceled sale came all the same: its line stays, what was given back is awaited', async () => {
    const sale = await soldBy(mobile('MP 12345'))
    const statement = await enter([line({ reference: 'MP 12345' }), line({ day: '2026-04-02', amount: 7 })])
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    const after = await read(statement.id)
    expect(states(after)[0]).toEqual(['matched', 'reference'])
    expect(after.lines[0]!.records).toMatchObject([{ saleId: sale.id, amount: 1000 }])
    expect(after.missing).toMatchObject([{ saleId: sale.id, amount: -1000 }])
  })

  test('cash that was paid out or put in is on no statement', async () => {
    const till = as(shop.terminal.token)
    const statement = await ofBank([line({ amount: -400, label: 'TAXI' }), line({ amount: 400 })])
    await owner().call(movements.create, {
      body: aMovement(shop, { amount: 900, gesture: { kind: 'cash-in' }, occurredAt: '2026-03-20T09:00:00.000Z' }),
    })
    const spent = aDisbursement(shop, { amount: 400, spentAt: '2026-03-20T11:00:00.000Z' })
    await till.call(disbursements.create, { body: spent })
    const after = await owner().call(moneyStatements.match, { params: { id: statement.id } })
    expect([after.missing, states(after)]).toEqual([
      [],
      [
        ['out', null],
        ['unrecorded', null],
      ],
    ])
  })
})

describe('a line', () => {
  test('is matched by hand, explained, and taken back', async () => {
    await soldBy(mobile('MP 12345'), '2026-03-10T11:00:00.000Z')
    const statement = await enter([line({ amount: 990 }), line({ day: '2026-03-01', amount: 3 })])
    const [missing] = statement.missing
    const decide = (body: object) =>
      owner().call(moneyStatements.decide, { params: { id: statement.id }, body: { position: 1, ...body } as never })
    const match = { decision: 'match', records: [{ kind: 'movement', id: missing!.id }] }
    expect(states(await decide(match))[0]).toEqual(['differs', 'hand'])
    expect((await decide(match)).missing).toEqual([])
    expect(states(await decide({ decision: 'explain', reason: 'Frais de 10' }))[0]).toEqual(['explained', 'hand'])
    const cleared = await decide({ decision: 'clear' })
    expect(states(cleared)[0]).toEqual(['unrecorded', null])
    expect(cleared.missing).toEqual(statement.missing)
    await decide(match)
    await expect(decide({ ...match, position: 2 })).rejects.toMatchObject({ message: 'moneyStatements:alreadyMatched' })
    for (const wrong of [
      { ...match, records: [{ kind: 'movement', id: randomUUID() }] },
      { ...match, position: 9 },
    ])
      await expect(decide(wrong)).rejects.toMatchObject({ message: 'requests:invalid' })
  })

  test('is matched with what was recorded since, and open again when its statement is taken away', async () => {
    const statement = await enter([line({ reference: 'MP 12345' })])
    expect(statement).toMatchObject({ unrecorded: 1000 })
    await soldBy(mobile('MP 12345'))
    const matched = await owner().call(moneyStatements.match, { params: { id: statement.id } })
    expect(states(matched)).toEqual([['matched', 'reference']])
    await owner().call(moneyStatements.remove, { params: { id: statement.id } })
    expect(states(await enter([line({ reference: 'MP 12345' })]))).toEqual([['matched', 'reference']])
  })
})

describe('one line for several movements', () => {
  const card = (amount = 1000): Payment => ({ id: randomUUID(), type: 'CREDIT_CARD', amount })
  const ofBank = (lines: object[]) =>
    owner().call(moneyStatements.create, {
      body: {
        id: randomUUID(),
        kind: 'bank',
        account: 'BOA',
        lines: lines.map((rest) => line({ minutes: null, ...rest })) as never,
      },
    })
  const decide = (id: string, body: object) =>
    owner().call(moneyStatements.decide, { params: { id }, body: { decision: 'match', position: 1, ...body } as never })
  const cardsOf = async (day: string, count: number) => {
    for (let n = 0; n < count; n++) await soldBy(card(), `${day}T11:00:00.000Z`)
  }
  const asked = (statement: MoneyStatementDetail) => statement.missing.map(({ kind, id }) => ({ kind, id }))

  test('answers the cards of a day less the commission, which has its own account and adds up', async () => {
    await cardsOf('2026-03-20', 3)
    const statement = await ofBank([
      { day: '2026-03-21', label: 'REMISE TPE 2003 N° 12', amount: 2940 },
      { day: '2026-03-20', amount: 5 },
    ])
    expect(statement.missing).toHaveLength(3)
    const matched = await decide(statement.id, { records: asked(statement), commission: 60 })
    expect(matched.lines[0]).toMatchObject({ state: 'matched', way: 'hand', commission: 60, feeAccount: '6315' })
    expect(matched.lines[0]!.records).toHaveLength(3)
    expect(matched).toMatchObject({ missing: [], fees: 60, unrecorded: 5 })
    const { items } = await owner().call(moneyStatements.list, { query: { search: 'remise tpe' } })
    expect(items).toMatchObject([{ id: statement.id, fees: 60 }])
    expect((await owner().call(moneyStatements.list, { query: { search: 'virement' } })).items).toEqual([])
    const cleared = await owner().call(moneyStatements.decide, {
      params: { id: statement.id },
      body: { decision: 'clear', position: 1 },
    })
    expect(cleared).toMatchObject({ fees: 0, unrecorded: 2945 })
    expect(cleared.missing).toHaveLength(3)
  })

  test('is proposed the next time, by the words of its label; each movement once', async () => {
    await cardsOf('2026-03-20', 3)
    const first = await ofBank([
      { day: '2026-03-21', label: 'REMISE TPE 2003', amount: 2940 },
      { day: '2026-03-20', amount: 5 },
    ])
    await decide(first.id, { records: asked(first), commission: 60 })
    await cardsOf('2026-03-24', 2)
    await cardsOf('2026-03-25', 4)
    const next = await ofBank([
      { day: '2026-03-25', label: 'REMISE TPE 2403', amount: 1960 },
      { day: '2026-03-26', label: 'Remise TPE 2503', amount: 3920 },
      { day: '2026-03-26', label: 'REMISE TPE 2503 bis', amount: 3920 },
      { day: '2026-03-26', label: 'VIR NSIA', amount: 1960 },
    ])
    expect(
      next.lines.map(({ proposal }) => proposal && [proposal.ids.length, proposal.commission, proposal.account]),
    ).toEqual([[2, 40, '6315'], [4, 80, '6315'], null, null])
    const [{ proposal }] = next.lines as [(typeof next.lines)[number]]
    const taken = await decide(next.id, {
      records: proposal!.ids.map((id) => ({ kind: 'movement', id })),
      commission: proposal!.commission,
      account: proposal!.account,
    })
    expect(taken.lines[0]).toMatchObject({ state: 'matched', proposal: null })
    // Another bank has learned nothing.
    const other = await owner().call(moneyStatements.create, {
      body: {
        id: randomUUID(),
        kind: 'bank',
        account: 'ECOBANK',
        lines: [line({ label: 'REMISE TPE', amount: 3920, day: '2026-03-26' })] as never,
      },
    })
    expect(other.lines[0]!.proposal).toBeNull()
  })

  test('is refused when it does not add up, and for a movement that is twice, of another line, or unknown', async () => {
    await cardsOf('2026-03-20', 2)
    const statement = await ofBank([{ label: 'REMISE', amount: 1960 }, { amount: 990 }])
    const [one, two] = asked(statement)
    const invalid = { message: 'requests:invalid' }
    await expect(decide(statement.id, { records: [one, two] })).rejects.toMatchObject(invalid)
    await expect(decide(statement.id, { records: [one, two], commission: 41 })).rejects.toMatchObject(invalid)
    await expect(decide(statement.id, { records: [one, one], commission: 40 })).rejects.toMatchObject(invalid)
    await expect(
      decide(statement.id, { records: [one, { kind: 'movement', id: randomUUID() }], commission: 40 }),
    ).rejects.toMatchObject(invalid)
    const small = await ofBank([{ day: '2026-03-19', label: 'REMISE', amount: 100 }, { amount: 1 }])
    await expect(decide(small.id, { records: [one, two], commission: 1900 })).rejects.toMatchObject(invalid)
    await decide(statement.id, { position: 2, records: [one] })
    await expect(decide(statement.id, { records: [one, two], commission: 40 })).rejects.toMatchObject({
      message: 'moneyStatements:alreadyMatched',
    })
  })

  test('the fees of an operator are kept with their lines and add up', async () => {
    await soldBy(mobile('MP 12345'))
    await soldBy(mobile('MP 12346'))
    const statement = await enter([
      line({ reference: 'MP 12345', fee: 10 }),
      line({ reference: 'MP 12346', amount: 985, fee: 15 }),
    ])
    expect(statement).toMatchObject({ fees: 25, unrecorded: 0 })
    expect(statement.lines.map(({ state, fee, feeAccount }) => [state, fee, feeAccount])).toEqual([
      ['matched', 10, '6317'],
      ['matched', 15, '6317'],
    ])
  })
})

test('every franc of a statement and of the till is matched, different, or shown', async () => {
  const paid = { reference: fc.option(fc.integer({ min: 10_001, max: 10_004 })), day: fc.integer({ min: 10, max: 16 }) }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record(paid), { maxLength: 5 }),
      fc.array(fc.record({ ...paid, amount: fc.constantFrom(1000, 900, -1000) }), { minLength: 1, maxLength: 6 }),
      async (till, lines) => {
        shop = await openShop(`money law ${count++}`)
        for (const { reference, day } of till)
          await soldBy(mobile(reference === null ? null : `MP ${reference}`), `2026-03-${day}T11:00:00.000Z`)
        const {
          lines: shown,
          missing,
          received,
          unrecorded,
        } = await enter(
          lines.map(({ reference, day, amount }) =>
            line({ day: `2026-03-${day}`, reference: reference === null ? null : `mp${reference}`, amount }),
          ),
        )
        const recorded = shown.flatMap((one) => one.records)
        expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length)
        const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)
        const days = shown.map(({ day }) => day).toSorted((a, b) => (a < b ? -1 : 1))
        // of the days of the statement, what was recorded is on a line or missing; other days may be on a line too
        const within = till.filter(({ day }) => `2026-03-${day}` >= days[0]! && `2026-03-${day}` <= days.at(-1)!)
        expect(missing.length).toBeGreaterThanOrEqual(within.length - recorded.length)
        expect(recorded.length + missing.length).toBeLessThanOrEqual(till.length)
        expect(received).toBe(sum(shown.filter(({ amount }) => amount > 0)))
        expect(unrecorded).toBe(sum(shown.filter(({ state }) => state === 'unrecorded')))
      },
    ),
    { numRuns: runs(10) },
  )
})
test('a statement is nobody else’s', async () => {
  const { id } = await enter([line()])
  const stranger = as((await openShop(`money stranger ${count++}`)).titulaire.token)
  for (const call of [
    () => stranger.call(moneyStatements.read, { params: { id } }),
    () => stranger.call(moneyStatements.match, { params: { id } }),
    () => stranger.call(moneyStatements.remove, { params: { id } }),
    () =>
      stranger.call(moneyStatements.decide, {
        params: { id },
        body: { decision: 'explain', position: 1, reason: 'x' },
      }),
  ])
    await expect(call()).rejects.toMatchObject({ message: 'requests:notFound' })
  expect((await stranger.call(moneyStatements.list, { query: {} })).items).toEqual([])
})

test('how the file of an account was read is kept', async () => {
  const profile = { columns: { day: 'Date', amount: 'Montant' }, decimals: 'comma' as const }
  await enter([line()], { profile })
  const read = (account: string) => owner().call(moneyStatements.profile, { query: { kind: 'mobile-money', account } })
  expect(await read('mtn')).toEqual({ profile })
  expect(await read('Moov')).toEqual({ profile: null })
})

test('every column of the list is sorted both ways', async () => {
  await enter([line()])
  clock.now = new Date('2026-04-02T12:00:00Z')
  const colleague = as((await aMember(database, shop, ['bill.manage', 'report.see'])).token)
  await enter(
    [line({ day: '2026-04-01', amount: 5, fee: 3 }), line({ day: '2026-04-02', amount: 7 })],
    { account: 'Moov' },
    colleague,
  )
  await expectSortedBothWays((query) => owner().call(moneyStatements.list, { query }), {
    account: ({ account }) => account,
    from: ({ from }) => from,
    to: ({ to }) => to,
    lines: ({ lines }) => lines,
    received: ({ received }) => received,
    unrecorded: ({ unrecorded }) => unrecorded,
    fees: ({ fees }) => fees,
    createdAt: ({ createdAt }) => createdAt,
    user: ({ createdByName }) => createdByName,
  })
})
