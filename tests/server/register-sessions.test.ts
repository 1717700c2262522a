import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters, type NewCashRegister, type NewReopening } from '#shared/contract/cash-registers.ts'
import type { NewClosing, NewCounting, NewHandOver } from '#shared/contract/register-counts.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import {
  aClosing,
  aCounting,
  aDisbursement,
  aHandOver,
  aMovement,
  anOpening,
  aReopening,
} from '#tests/server/support/registering.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { heldBefore } from '#tests/server/support/held-rights.ts'
import { type Shop, tokenOfSeller } from '#tests/server/support/shop.ts'
import { aReceiver } from '#tests/server/support/taking.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0
/** The register of a test, opened with 20,000. */
let registerId: string

beforeEach(async () => {
  clock.now = new Date('2026-03-02T19:00:00.000Z')
  shop = await openShop(`sessions ${count++}`)
  registerId = randomUUID()
  await open({ id: registerId })
})

const by = ({ sellerId }: { sellerId: string }) => as(tokenOfSeller(shop, sellerId))
const open = (of: Partial<NewCashRegister> = {}) => {
  const body = anOpening(shop, of)
  return by(body).call(cashRegisters.open, { body })
}
const close = (body: NewClosing, token = tokenOfSeller(shop, body.sellerId), id = registerId) =>
  as(token).call(cashRegisters.close, { params: { id }, body })
const putDown = (body: NewCounting) => by(body).call(cashRegisters.count, { params: { id: registerId }, body })
const ledger = (token = shop.titulaire.token, id = registerId) =>
  as(token).call(cashRegisters.ledger, { query: { registerId: id } })
const handOver = (body: NewHandOver) => by(body).call(cashRegisters.handOver, { params: { id: registerId }, body })
const reopen = (body: NewReopening) => by(body).call(cashRegisters.reopen, { params: { id: registerId }, body })
const report = (token = shop.titulaire.token, id = registerId) =>
  as(token).call(cashRegisters.report, { query: { registerId: id } })
const sell = (of: Parameters<typeof aSale>[1] = {}) => {
  const body = aSale(shop, { registerId, soldAt: '2026-03-02T09:00:00.000Z', ...of })
  return by(body).call(sales.close, { body })
}
const payOut = (amount: number) =>
  as(shop.titulaire.token).call(disbursements.create, { body: aDisbursement(shop, { registerId, amount }) })
const cashOf = ({ differences }: Awaited<ReturnType<typeof report>>['counts'][number]) =>
  differences.find(({ type }) => type === 'CASH')

describe('a day of a register', () => {
  test('opens with its float, is counted and closed, and its report is what its ledger says', async () => {
    await sell({ lines: [lineOf(shop, 0, 2)] })
    await sell({
      lines: [lineOf(shop, 1)],
      payments: [
        { id: randomUUID(), type: 'MOBILE_MONEY', amount: 1500, phoneOperator: 'MTN', transactionReference: 'T1' },
      ],
    })
    await payOut(3000)
    await as(shop.titulaire.token).call(movements.create, { body: aMovement(shop, { registerId, amount: 500 }) })

    expect(
      await close(
        aClosing(shop, {
          cash: 19_400,
          others: [{ type: 'MOBILE_MONEY', operator: 'MTN', counted: 1500 }],
          comment: 'Monnaie rendue deux fois',
        }),
      ),
    ).toMatchObject({
      id: registerId,
      float: 20_000,
      state: 'CLOSED',
      closedAt: '2026-03-02T18:00:00.000Z',
      closedByName: 'HOUNKPÈ Rose',
      number: 1,
      gap: -100,
      sales: 2,
    })
    const { counts, totals, expected } = await report()
    expect(counts).toMatchObject([
      {
        number: 1,
        kind: 'closing',
        gap: -100,
        comment: 'Monnaie rendue deux fois',
        differences: [
          { type: 'CASH', operator: null, counted: 19_400, expected: 19_500, gap: -100 },
          { type: 'MOBILE_MONEY', operator: 'MTN', counted: 1500, expected: 1500, gap: 0 },
        ],
      },
    ])
    // What was found missing is not expected any more.
    expect(expected).toEqual([
      { type: 'CASH', operator: null, expected: 19_400 },
      { type: 'MOBILE_MONEY', operator: 'MTN', expected: 1500 },
    ])
    expect(totals.map(({ kind, type, amount, count }) => [kind, type, amount, count])).toEqual([
      ['cash-in', 'CASH', 500, 1],
      ['disbursement', 'DISBURSEMENT', -3000, 1],
      ['float', 'CASH', 20_000, 1],
      ['sale', 'CASH', 2000, 1],
      ['sale', 'MOBILE_MONEY', 1500, 1],
    ])
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('that a sale opened before its own opening came has the float all the same, from the earlier moment', async () => {
    const id = randomUUID()
    await sell({ registerId: id, soldAt: '2026-03-02T06:30:00.000Z' })
    expect(await open({ id, float: 5000 })).toMatchObject({
      openedAt: '2026-03-02T06:30:00.000Z',
      float: 5000,
      sales: 1,
    })
    expect((await report(undefined, id)).expected).toEqual([{ type: 'CASH', operator: null, expected: 6000 }])
  })

  test('that a sale opened says that nobody declared its float, until it is declared at whatever terminal, once', async () => {
    const id = randomUUID()
    await sell({ registerId: id })
    const current = async () =>
      (await as(shop.vendeur.token).call(cashRegisters.current, { query: { userId: shop.vendeur.id } })).cashRegister
    expect(await current()).toMatchObject({ id, float: 0, isFloatDeclared: false })
    const opening = anOpening(shop, { id, float: 5000, seller: shop.vendeur, terminalId: randomUUID() })
    expect(await open(opening)).toMatchObject({ id, float: 5000, isFloatDeclared: true })
    await open(opening)
    await expect(open({ ...opening, float: 7000, terminalId: randomUUID() })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
    })
    expect((await report(undefined, id)).expected).toEqual([{ type: 'CASH', operator: null, expected: 6000 }])
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('opened with nothing was declared too, and so is what was counted and handed over', async () => {
    expect(await open({ id: randomUUID(), float: 0 })).toMatchObject({ float: 0, isFloatDeclared: true })
    const id = randomUUID()
    await sell({ registerId: id })
    expect(
      await as(shop.titulaire.token).call(cashRegisters.handOver, {
        params: { id },
        body: aHandOver(shop, { cash: 1000 }),
      }),
    ).toMatchObject({ float: 0, isFloatDeclared: true })
  })

  test('that spans midnight is of both days', async () => {
    const night = randomUUID()
    await open({ id: night, openedAt: '2026-03-01T20:00:00.000Z' })
    const onDay = async (day: string) =>
      (await as(shop.titulaire.token).call(cashRegisters.byDate, { query: { from: day, to: day } })).items.map(
        ({ id }) => id,
      )
    await close(aClosing(shop, { cash: 20_000, countedAt: '2026-03-02T05:00:00.000Z' }), undefined, night)
    expect([
      await onDay('2026-02-28'),
      await onDay('2026-03-01'),
      await onDay('2026-03-02'),
      await onDay('2026-03-03'),
    ]).toEqual([[], [night], [registerId, night], [registerId]])
    expect((await as(shop.titulaire.token).call(cashRegisters.byDate, { query: {} })).items[0]?.id).toBe(registerId)
  })

  test('that opened at the first moment of a day is of that day, and one that closed at it is of both', async () => {
    const onDay = async (from: string, to = from) =>
      (await as(shop.titulaire.token).call(cashRegisters.byDate, { query: { from, to } })).items.map(({ id }) => id)
    const [ended, begun] = [randomUUID(), randomUUID()]
    // The day begins at 23:00 of the day before in London.
    const midnight = '2026-02-26T23:00:00.000Z'
    await open({ id: ended, openedAt: '2026-02-26T20:00:00.000Z' })
    await close(aClosing(shop, { cash: 20_000, countedAt: midnight }), undefined, ended)
    await open({ id: begun, openedAt: midnight })
    await close(aClosing(shop, { cash: 20_000, countedAt: '2026-02-27T22:59:59.999Z' }), undefined, begun)
    expect([
      await onDay('2026-02-25'),
      await onDay('2026-02-26'),
      await onDay('2026-02-27'),
      await onDay('2026-02-28'),
    ]).toEqual([[], [ended], [begun, ended], []])
    expect(await onDay('2026-02-26', '2026-02-27')).toEqual([begun, ended])
  })

  test('that a clock ahead of ours counts is counted now', async () => {
    const ahead = { cash: 20_000, countedAt: '2030-01-01T00:00:00.000Z' }
    const receiver = await aReceiver(as, shop)
    const taking = { grant: await receiver.codeFor(registerId), given: null, remark: null }
    await handOver(aHandOver(shop, { ...ahead, receivedBy: receiver.id, taking }))
    expect(await close(aClosing(shop, ahead))).toMatchObject({ state: 'CLOSED', closedAt: clock.now.toISOString() })
    expect((await report()).counts.map(({ kind, countedAt }) => [kind, countedAt])).toEqual([
      ['hand-over', clock.now.toISOString()],
      ['closing', clock.now.toISOString()],
    ])
  })

  test('whose clock was set back closes, and nothing before it opened', async () => {
    await sell()
    expect(await close(aClosing(shop, { cash: 21_000, countedAt: '2026-03-01T18:00:00.000Z' }))).toMatchObject({
      state: 'CLOSED',
      closedAt: '2026-03-02T07:00:00.000Z',
      gap: 0,
    })
    const ahead = randomUUID()
    expect(await open({ id: ahead, openedAt: '2030-01-01T00:00:00.000Z' })).toMatchObject({
      openedAt: clock.now.toISOString(),
    })
  })
})

describe('a hand-over', () => {
  test('is counted by itself, and its gap is not found again at the closing', async () => {
    await sell()
    expect(await handOver(aHandOver(shop, { cash: 20_500 }))).toMatchObject({
      heldBy: shop.pharmacien.id,
      heldByName: 'AGBO Kossi',
      state: 'OPEN',
    })
    expect(
      (await as(shop.vendeur.token).call(cashRegisters.current, { query: { userId: shop.titulaire.id } })).cashRegister,
    ).toBeNull()
    expect(
      (await as(shop.vendeur.token).call(cashRegisters.current, { query: { userId: shop.pharmacien.id } }))
        .cashRegister,
    ).toMatchObject({ id: registerId })
    await sell()
    await close(aClosing(shop, { cash: 21_500 }))
    const { counts } = await report()
    expect(
      counts.map((each) => [each.number, each.kind, each.receivedByName, each.gap, cashOf(each)?.expected]),
    ).toEqual([
      [1, 'hand-over', 'AGBO Kossi', -500, 21_000],
      [2, 'closing', null, 0, 21_500],
    ])
  })

  test('leaves a sale that closed after the counting to who takes over', async () => {
    await sell({ soldAt: '2026-03-02T18:30:00.000Z' })
    await handOver(aHandOver(shop, { cash: 20_000 }))
    expect((await report()).counts).toMatchObject([{ gap: 0 }])
    expect(await close(aClosing(shop, { cash: 21_000 }))).toMatchObject({ gap: 0 })
  })

  test('is made by who holds it; of another one’s register by who may close it', async () => {
    await expect(handOver(aHandOver(shop, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'register.close' },
    })
    expect((await report()).counts).toEqual([])
    await handOver(aHandOver(shop, { receivedBy: shop.vendeur.id }))
    expect(await handOver(aHandOver(shop, { seller: shop.vendeur }))).toMatchObject({ heldBy: shop.pharmacien.id })
    // The register of somebody else: the titulaire may close it.
    expect(await handOver(aHandOver(shop, { receivedBy: shop.vendeur.id }))).toMatchObject({ heldBy: shop.vendeur.id })
    // Nobody opened this one yet: who hands it over has it.
    const id = randomUUID()
    expect(
      await as(shop.vendeur.token).call(cashRegisters.handOver, {
        params: { id },
        body: aHandOver(shop, { seller: shop.vendeur }),
      }),
    ).toMatchObject({ openedBy: shop.vendeur.id, heldBy: shop.pharmacien.id })
  })

  test('goes to a member who is here', async () => {
    const refusal = {
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.receivedBy', message: 'unknown' }] },
    }
    await expect(handOver(aHandOver(shop, { receivedBy: randomUUID() }))).rejects.toMatchObject(refusal)
    await database.write(shop.id, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', shop.pharmacien.id).execute(),
    )
    await expect(handOver(aHandOver(shop))).rejects.toMatchObject(refusal)
  })
})

describe('a closing', () => {
  test('sent by many windows at once is one; another one of the same register is told that it is closed', async () => {
    const body = aClosing(shop, { cash: 20_000 })
    const post = (payload: NewClosing) =>
      app.inject({
        method: 'POST',
        url: `/api/cash-registers/${registerId}/close`,
        headers: { authorization: `Bearer ${shop.terminal.token}` },
        payload,
      })
    const answers = await Promise.all([post(body), post(body), post(aClosing(shop, { cash: 19_000 })), post(body)])
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    // whichever came first won; the others are its repetitions or are refused
    expect(answers.filter(({ statusCode }) => statusCode === 201).length + refused.length).toBe(4)
    expect(refused.every((answer) => answer.json<{ message: string }>().message === 'cashRegisters:closed')).toBe(true)
    expect((await report()).counts).toHaveLength(1)
    await expect(close(aClosing(shop))).rejects.toMatchObject({
      message: 'cashRegisters:closed',
      status: 409,
      details: { registerId },
    })
  })

  test('takes nothing more: no sale, no disbursement, no cash in, no hand-over', async () => {
    await close(aClosing(shop, { cash: 20_000 }))
    await expect(sell()).rejects.toMatchObject({ message: 'sales:registerClosed' })
    await expect(payOut(100)).rejects.toMatchObject({ message: 'cashRegisters:closed' })
    await expect(
      as(shop.titulaire.token).call(movements.create, { body: aMovement(shop, { registerId }) }),
    ).rejects.toMatchObject({ message: 'cashRegisters:closed' })
    await expect(handOver(aHandOver(shop))).rejects.toMatchObject({ message: 'cashRegisters:closed' })
    expect((await report()).expected).toEqual([{ type: 'CASH', operator: null, expected: 20_000 }])
  })

  test('with a difference that nobody explained is taken: the till may be of yesterday, or not know what another one sold', async () => {
    expect(await close(aClosing(shop, { cash: 19_500, comment: null }))).toMatchObject({ state: 'CLOSED', gap: -500 })
    expect((await report()).counts).toMatchObject([{ gap: -500, comment: null }])
  })

  test('gives way to open and refused sales only by a right and with a reason, and says so for ever', async () => {
    const unfinished = [{ id: randomUUID(), identifier: 'K1-7', total: 4500, state: 'refused' as const }]
    const refusal = { message: 'cashRegisters:unfinishedSales', status: 422, details: { unfinished } }
    await expect(close(aClosing(shop, { unfinished, comment: null }))).rejects.toMatchObject(refusal)
    const caissier = await aMember(database, shop, ['register.close'])
    await expect(
      close(aClosing(shop, { seller: caissier, unfinished, comment: 'Tant pis' }), caissier.token),
    ).rejects.toMatchObject(refusal)
    await close(aClosing(shop, { cash: 20_000, unfinished, comment: 'Client parti' }))
    const { events, counts } = await report()
    expect(events).toMatchObject([
      { kind: 'closed-over', byName: 'HOUNKPÈ Rose', details: { unfinished, comment: 'Client parti' } },
    ])
    expect(counts).toMatchObject([{ unfinished }])
  })

  test('is made by who may, also of a member who is gone', async () => {
    await expect(close(aClosing(shop, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'register.close' },
    })
    const left = randomUUID()
    await open({ id: left, seller: shop.vendeur } as Partial<NewCashRegister>)
    await database.write(shop.id, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', shop.vendeur.id).execute(),
    )
    expect(await close(aClosing(shop, { cash: 20_000 }), undefined, left)).toMatchObject({
      state: 'CLOSED',
      gap: 0,
      closedByName: 'HOUNKPÈ Rose',
    })
  })

  test.each<[string, object]>([
    ['letters', { others: [{ type: 'CHEQUE', operator: null, counted: 'mille' }] }],
    ['less than nothing', { others: [{ type: 'CHEQUE', operator: null, counted: -1 }] }],
    ['half a franc', { others: [{ type: 'CHEQUE', operator: null, counted: 0.5 }] }],
    ['less than no note', { denominations: [{ form: 'note', value: 10_000, count: -1 }] }],
    [
      'a note twice',
      {
        denominations: [
          { form: 'note', value: 10_000, count: 1 },
          { form: 'note', value: 10_000, count: 2 },
        ],
      },
    ],
    [
      'an operator twice',
      {
        others: [
          { type: 'MOBILE_MONEY', operator: 'MTN', counted: 1 },
          { type: 'MOBILE_MONEY', operator: 'MTN', counted: 1 },
        ],
      },
    ],
    ['the drawer as a sum', { others: [{ type: 'CASH', operator: null, counted: 20_000 }] }],
  ])('that counts %s is refused and changes nothing', async (_, wrong) => {
    await expect(close({ ...aClosing(shop), ...wrong } as NewClosing)).rejects.toMatchObject({
      message: 'requests:invalid',
      status: 400,
    })
    expect((await report()).register.state).toBe('OPEN')
  })

  test('is blind for what is counted apart too: a report says nothing of mobile money before the count', async () => {
    await sell({
      payments: [
        { id: randomUUID(), type: 'MOBILE_MONEY', amount: 1000, phoneOperator: 'MTN', transactionReference: null },
      ],
    })
    expect((await report()).totals).toContainEqual(expect.objectContaining({ type: 'MOBILE_MONEY', amount: 1000 }))
    expect((await report(shop.vendeur.token)).totals).toEqual([])
  })

  test('is blind: who may not see what is expected learns it from no answer', async () => {
    await sell()
    await handOver(aHandOver(shop, { cash: 1 }))
    const caissier = await aMember(database, shop, ['register.close'])
    expect(await close(aClosing(shop, { seller: caissier, cash: 1 }), caissier.token)).toMatchObject({
      state: 'CLOSED',
      gap: null,
    })
    const seen = await report(shop.vendeur.token)
    expect(seen).toMatchObject({ expected: null, totals: [], register: { gap: null } })
    expect(seen.counts.map(({ gap, totals, differences }) => [gap, totals, differences])).toEqual(
      Array(2).fill([null, [], [{ type: 'CASH', operator: null, counted: 1, expected: null, gap: null }]]),
    )
    expect((await as(shop.vendeur.token).call(cashRegisters.byDate, { query: {} })).items).toMatchObject([
      { gap: null },
    ])
    await expect(as(shop.vendeur.token).call(movements.report, { query: {} })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})

describe('a right that was taken away while what it allowed waited to be sent', () => {
  /** Was titulaire when he did it. */
  const demoted = async () => {
    await heldBefore(database, shop, shop.vendeur, [{ permissions: defaultRoles.titulaire, discountLimit: null }])
    return shop.vendeur
  }

  test('still counts, and the counts and the story of the register say that it was used', async () => {
    const leftSince = await demoted()
    await putDown(aCounting(shop, { seller: leftSince }))
    await handOver(aHandOver(shop, { seller: leftSince }))
    await close(aClosing(shop, { seller: leftSince }))
    await reopen(aReopening(shop, { seller: leftSince }))
    const { counts, events } = await report()
    expect(counts.map(({ kind, usedRevoked }) => [kind, usedRevoked])).toEqual([
      ['hand-over', true],
      ['closing', true],
    ])
    expect(Object.fromEntries(events.map(({ kind, details }) => [kind, details]))).toMatchObject({
      counted: { usedRevoked: true },
      reopened: { usedRevoked: true },
    })
  })

  test('is said of a closing that waited too, and of nobody who has it', async () => {
    const sale = aSale(shop, { registerId, soldAt: '2026-03-02T09:00:00.000Z' })
    await close(
      aClosing(shop, {
        seller: await demoted(),
        awaits: [{ id: sale.id, identifier: sale.identifier, total: sale.total }],
      }),
    )
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    await reopen(aReopening(shop))
    await close(aClosing(shop))
    const { counts, events } = await report()
    expect(counts.map(({ usedRevoked }) => usedRevoked)).toEqual([true, undefined])
    expect(events.map(({ details }) => details)).toEqual([{ reason: 'Oubli d’un chèque' }])
  })
})

describe('the ledger of a register', () => {
  test('says line by line what it holds, with what explains a difference', async () => {
    const earlier = randomUUID()
    await open({ id: earlier })
    await close(aClosing(shop, { cash: 20_000 }), undefined, earlier)
    await sell({
      lines: [lineOf(shop, 0, 2)],
      soldAt: '2026-03-02T09:00:00.000Z',
      payments: [{ id: randomUUID(), type: 'CASH', amount: 2000, tendered: 5000 }],
    })
    await sell({
      lines: [lineOf(shop, 1)],
      soldAt: '2026-03-02T09:30:00.000Z',
      payments: [
        { id: randomUUID(), type: 'MOBILE_MONEY', amount: 1500, phoneOperator: 'MTN', transactionReference: 'T1' },
      ],
    })
    await payOut(3000)
    const { lines, sales: sold, found, countedBefore } = await ledger()
    expect(lines.map(({ kind, type, operator, amount, reason }) => [kind, type, operator, amount, reason])).toEqual([
      ['float', 'CASH', null, 20_000, null],
      ['sale', 'CASH', null, 2000, null],
      ['sale', 'MOBILE_MONEY', 'MTN', 1500, null],
      ['disbursement', 'DISBURSEMENT', null, -3000, expect.any(String)],
    ])
    expect(sold).toMatchObject([
      {
        sellerName: 'DOSSOU Afi',
        isCanceled: false,
        records: [{ quantity: 2 }],
        payments: [{ type: 'CASH', amount: 2000, tendered: 5000 }],
      },
      { records: [{ quantity: 1 }], payments: [] },
    ])
    expect(lines[1]?.saleId).toBe(sold[0]?.id)
    expect(found).toEqual([])
    expect(countedBefore).toEqual([
      { form: 'note', value: 10_000, count: 2 },
      { form: 'coin', value: 1, count: 0 },
    ])
  })

  test('tells what an earlier count found, and what is paid out in other registers', async () => {
    await payOut(700)
    const sent = aHandOver(shop, { cash: 19_000 })
    await handOver(sent)
    expect(await ledger()).toMatchObject({ found: [{ type: 'CASH', operator: null, amount: -300 }], counts: [sent.id] })
    const next = randomUUID()
    await open({ id: next })
    expect((await ledger(undefined, next)).pastDisbursements).toMatchObject([{ amount: 700 }])
  })

  test('is shown to who may not see what is expected once a count was put down, and not after the next hand-over', async () => {
    const refusal = { message: 'auth:forbidden', status: 403, details: { permission: 'register.seeExpected' } }
    await expect(ledger(shop.vendeur.token)).rejects.toMatchObject(refusal)
    await expect(putDown(aCounting(shop, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'register.close' },
    })
    const counted = aCounting(shop, { cash: 19_500, comment: 'Deux billets déchirés' })
    expect(await putDown(counted)).toMatchObject({ state: 'OPEN' })
    await putDown(counted)
    expect((await ledger(shop.vendeur.token)).lines).toMatchObject([{ kind: 'float', amount: 20_000 }])
    expect((await report()).events).toMatchObject([
      {
        kind: 'counted',
        byName: 'HOUNKPÈ Rose',
        details: {
          countedAt: '2026-03-02T18:00:00.000Z',
          denominations: counted.denominations,
          others: [],
          comment: 'Deux billets déchirés',
        },
      },
    ])
    clock.now = new Date('2026-03-02T19:05:00.000Z')
    await handOver(aHandOver(shop, { cash: 20_000 }))
    await expect(ledger(shop.vendeur.token)).rejects.toMatchObject(refusal)
  })

  test('of a closed register takes no count, and one of another pharmacy is nobody’s', async () => {
    await close(aClosing(shop, { cash: 20_000 }))
    await expect(putDown(aCounting(shop))).rejects.toMatchObject({ message: 'cashRegisters:closed' })
    await expect(
      putDown({ ...aCounting(shop), others: [{ type: 'CASH', operator: null, counted: 1 }] }),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
    const other = await openShop(`ledgers elsewhere ${count}`)
    await expect(ledger(other.titulaire.token)).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
  })
})

describe('a closed register', () => {
  test('opens again for who may, with a trace, and closes under another number; the first report stands', async () => {
    await close(aClosing(shop, { cash: 19_000 }))
    const first = (await report()).counts[0]
    await expect(reopen(aReopening(shop, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'register.reopen' },
    })
    expect(await reopen(aReopening(shop))).toMatchObject({
      state: 'OPEN',
      closedAt: null,
      number: null,
      gap: null,
      heldBy: shop.titulaire.id,
    })
    await expect(reopen(aReopening(shop))).rejects.toMatchObject({ message: 'cashRegisters:notClosed', status: 409 })
    await sell()
    expect(await close(aClosing(shop, { cash: 20_000 }))).toMatchObject({ number: 2, gap: 0 })
    const { counts, events } = await report()
    expect(counts[0]).toEqual(first)
    expect(events).toMatchObject([
      { kind: 'reopened', byName: 'HOUNKPÈ Rose', details: { reason: 'Oubli d’un chèque' } },
    ])
  })

  test('of another pharmacy is nobody’s here', async () => {
    const other = await openShop(`sessions elsewhere ${count}`)
    await expect(report(other.titulaire.token)).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
    await expect(close(aClosing(shop), other.titulaire.token)).rejects.toMatchObject({ message: 'sales:unknownSeller' })
    expect(
      await as(other.titulaire.token).call(cashRegisters.byDate, { query: { from: '2020-01-01', to: '2030-01-01' } }),
    ).toEqual({ items: [], total: 0 })
  })
})
