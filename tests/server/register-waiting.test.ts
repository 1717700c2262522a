import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { NewClosing } from '#shared/contract/register-counts.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aClosing, aDisbursement, anOpening, aReopening } from '#tests/server/support/registering.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0
let registerId: string

beforeEach(async () => {
  shop = await openShop(`waiting ${count++}`)
  registerId = randomUUID()
})

const sent = (sale: NewSale) => as(shop.terminal.token).call(sales.close, { body: sale })
const named = ({ id, identifier, total }: NewSale) => ({ id, identifier, total })
const aSaleHere = (of: Parameters<typeof aSale>[1] = {}) => aSale(shop, { registerId, ...of })
const close = (body: NewClosing) =>
  as(shop.titulaire.token).call(cashRegisters.close, { params: { id: registerId }, body })
const report = () => as(shop.titulaire.token).call(cashRegisters.report, { query: { registerId } })

describe('a closing that comes before one of its sales', () => {
  test('waits for the last of them, takes them and nothing else, and is then as if it had come last', async () => {
    const [first, second, stranger] = [aSaleHere(), aSaleHere(), aSaleHere()]
    const opening = anOpening(shop, { id: registerId })
    const disbursement = aDisbursement(shop, { registerId, amount: 500 })
    const waitsFor = [
      named(first),
      named(second),
      { id: opening.id, identifier: 'fond', total: 20_000 },
      { id: disbursement.id, identifier: 'décaissement', total: 500 },
    ]
    const closing = aClosing(shop, { cash: 21_500, awaits: waitsFor })
    expect(await close(closing)).toMatchObject({ state: 'WAITING', closedAt: null, number: null })
    expect((await report()).awaited.toSorted()).toEqual(waitsFor.map(({ id }) => id).toSorted())
    await expect(close(aClosing(shop))).rejects.toMatchObject({ message: 'cashRegisters:closed' })
    await expect(sent(stranger)).rejects.toMatchObject({ message: 'sales:registerClosed' })

    await sent(second)
    await as(shop.terminal.token).call(cashRegisters.open, { body: opening })
    await as(shop.terminal.token).call(disbursements.create, { body: disbursement })
    expect(await close(closing)).toMatchObject({ state: 'WAITING' })
    await sent(first)
    await sent(first)
    expect(await close(closing)).toMatchObject({ state: 'CLOSED', number: 1, gap: 0, sales: 2 })
    expect(await report()).toMatchObject({
      awaited: [],
      events: [],
      counts: [{ awaits: waitsFor, differences: [{ expected: 21_500, counted: 21_500 }] }],
    })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('does not wait for what came before it', async () => {
    const sale = aSaleHere()
    await sent(sale)
    expect(await close(aClosing(shop, { cash: 1000, awaits: [named(sale)] }))).toMatchObject({
      state: 'CLOSED',
      gap: 0,
    })
  })

  test('keeps a later refusal as an exception: the money was counted, the sale goes to another register', async () => {
    const refused = { ...aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] }) }
    await close(aClosing(shop, { cash: 1000, awaits: [named(refused)] }))
    await expect(sent(refused)).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    expect(await report()).toMatchObject({
      register: { state: 'CLOSED', number: 1, gap: 1000 },
      events: [{ kind: 'refused-later', details: { ...named(refused), message: 'sales:cannotSaleArchivedStockItem' } }],
    })
    const mended = { ...refused, revision: 2, records: aSaleHere().records }
    await expect(sent(mended)).rejects.toMatchObject({ message: 'sales:registerClosed' })
    const elsewhere = randomUUID()
    await sent({ ...mended, revision: 3, registerId: elsewhere })
    expect(
      (await as(shop.titulaire.token).call(cashRegisters.report, { query: { registerId: elsewhere } })).expected,
    ).toEqual([{ type: 'CASH', operator: null, expected: 1000 }])
  })

  test('notes a refusal at once, also where it waits for something else', async () => {
    const [refused, good] = [aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] }), aSaleHere()]
    await close(aClosing(shop, { cash: 2000, awaits: [named(refused), named(good)] }))
    await expect(sent(refused)).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    const events = [
      { kind: 'refused-later', details: { ...named(refused), message: 'sales:cannotSaleArchivedStockItem' } },
    ]
    expect(await report()).toMatchObject({ register: { state: 'WAITING' }, awaited: [good.id], events })
    await sent(good)
    expect(await report()).toMatchObject({
      register: { state: 'CLOSED', number: 1, gap: 1000, sales: 1 },
      awaited: [],
      events,
    })
    expect((await report()).events).toHaveLength(1)
  })

  test('takes no second closing, not even one that it names', async () => {
    const sale = aSaleHere()
    const second = aClosing(shop, { cash: 5000 })
    const first = aClosing(shop, {
      cash: 1000,
      awaits: [named(sale), { id: second.id, identifier: 'fermeture', total: 0 }],
    })
    expect(await close(first)).toMatchObject({ state: 'WAITING' })
    await expect(close(second)).rejects.toMatchObject({ message: 'cashRegisters:closed', details: { registerId } })
    await sent(sale)
    expect(await report()).toMatchObject({
      register: { state: 'CLOSED', number: 1, gap: 0 },
      counts: [{ id: first.id }],
      events: [{ kind: 'refused-later', details: { id: second.id, message: 'cashRegisters:closed' } }],
    })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('that names a sale mended since it was refused waits for that attempt, and takes it', async () => {
    const refused = aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] })
    await expect(sent(refused)).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    const mended = { ...refused, revision: 2, records: aSaleHere().records }
    const closing = aClosing(shop, { cash: 1000, awaits: [{ ...named(mended), revision: 2 }] })
    expect(await close(closing)).toMatchObject({ state: 'WAITING' })
    await sent(mended)
    expect(await report()).toMatchObject({
      register: { state: 'CLOSED', gap: 0, sales: 1 },
      events: [],
      counts: [{ awaits: [named(mended)] }],
    })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('does not wait for a mended sale that was refused again, or that was taken', async () => {
    const [again, taken] = [
      aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] }),
      aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] }),
    ]
    for (const sale of [again, { ...again, revision: 2 }, taken])
      await expect(sent(sale)).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    await sent({ ...taken, revision: 2, records: aSaleHere().records })
    expect(
      await close(
        aClosing(shop, { cash: 1000, awaits: [again, taken].map((sale) => ({ ...named(sale), revision: 2 })) }),
      ),
    ).toMatchObject({ state: 'CLOSED', gap: 0 })
    expect((await report()).events).toMatchObject([{ kind: 'refused-later', details: { id: again.id } }])
  })

  test('waits for all that a week without a network left on the terminal', async () => {
    const week = Array.from({ length: 19_999 }, (_, place) => ({
      id: randomUUID(),
      identifier: `a terminal of a long, long name K1-${place}`.slice(0, 40),
      total: 1_000_000_000,
      revision: 1,
    }))
    const sale = aSaleHere()
    const closing = aClosing(shop, { cash: 1000, awaits: [named(sale), ...week] })
    expect(await close(closing)).toMatchObject({ state: 'WAITING' })
    await sent(sale)
    expect((await report()).awaited.length).toBe(19_999)
    await expect(
      close({ ...closing, id: randomUUID(), awaits: [named(sale), named(aSaleHere()), ...week] }),
    ).rejects.toMatchObject({ message: 'requests:invalid', details: { issues: [{ path: 'body.awaits' }] } })
  })

  test('hears of a sale that came for another register, and of one that comes back refused for another', async () => {
    const [elsewhere, refused] = [aSaleHere(), aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] })]
    await close(aClosing(shop, { cash: 2000, awaits: [named(elsewhere), named(refused)] }))
    await sent({ ...elsewhere, registerId: randomUUID() })
    expect(await report()).toMatchObject({ register: { state: 'WAITING' }, awaited: [refused.id] })
    await expect(sent({ ...refused, registerId: randomUUID() })).rejects.toMatchObject({
      message: 'sales:cannotSaleArchivedStockItem',
    })
    expect(await report()).toMatchObject({
      register: { state: 'CLOSED', number: 1, gap: 2000, sales: 0 },
      events: [{ kind: 'refused-later', details: named(refused) }],
    })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('hears of each refusal, those that came before it and those of what is no sale', async () => {
    const [before, after] = [0, 1].map(() => aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] })) as [
      NewSale,
      NewSale,
    ]
    const forbidden = aDisbursement(shop, { registerId, seller: shop.vendeur, amount: 500 })
    const archived = { message: 'sales:cannotSaleArchivedStockItem' }
    await expect(sent(before)).rejects.toMatchObject(archived)
    await close(
      aClosing(shop, {
        cash: 1500,
        awaits: [named(before), named(after), { id: forbidden.id, identifier: 'décaissement', total: 500 }],
      }),
    )
    await expect(sent(after)).rejects.toMatchObject(archived)
    expect(await report()).toMatchObject({ register: { state: 'WAITING' }, awaited: [forbidden.id] })
    await expect(as(shop.terminal.token).call(disbursements.create, { body: forbidden })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    const { register, events } = await report()
    expect(register).toMatchObject({ state: 'CLOSED', number: 1, gap: 1500 })
    expect(
      new Map(events.map(({ details }) => [(details as { id: string }).id, (details as { message: string }).message])),
    ).toEqual(
      new Map([
        [before.id, archived.message],
        [after.id, archived.message],
        [forbidden.id, 'auth:forbidden'],
      ]),
    )
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('is taken back by who opens the register again: the terminal of its sale may be lost', async () => {
    const [lost, late] = [aSaleHere(), aSaleHere()]
    const closing = aClosing(shop, { cash: 2000, awaits: [named(lost), named(late)] })
    await close(closing)
    const reopen = (seller = shop.titulaire) =>
      as(seller.token).call(cashRegisters.reopen, {
        params: { id: registerId },
        body: aReopening(shop, { seller, reason: 'Poste volé' }),
      })
    await expect(reopen(shop.vendeur)).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'register.reopen' },
    })
    expect(await reopen()).toMatchObject({ state: 'OPEN', number: null })
    await expect(reopen()).rejects.toMatchObject({ message: 'cashRegisters:notClosed' })
    await sent(late)
    expect(await report()).toMatchObject({
      register: { state: 'OPEN' },
      awaited: [],
      counts: [],
      events: [
        {
          kind: 'reopened',
          details: {
            reason: 'Poste volé',
            takenBack: {
              id: closing.id,
              countedAt: closing.countedAt,
              denominations: closing.denominations,
              awaited: 2,
            },
          },
        },
      ],
    })
    expect(await close(aClosing(shop, { cash: 1000 }))).toMatchObject({ state: 'CLOSED', number: 1, gap: 0 })
    expect(await close(closing)).toMatchObject({ number: 1 })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('ends with the answer to what makes no sense too', async () => {
    const sale = aSaleHere()
    const nonsense = { ...sale, records: [...sale.records, ...sale.records] }
    await close(aClosing(shop, { awaits: [named(sale)] }))
    for (const _ of ['once', 'again'])
      await expect(sent(nonsense)).rejects.toMatchObject({
        message: 'requests:invalid',
        status: 400,
        details: { issues: [{ path: 'body.records' }] },
      })
    expect(await report()).toMatchObject({
      register: { state: 'CLOSED' },
      events: [{ kind: 'refused-later', details: { id: sale.id, message: 'requests:invalid' } }],
    })
  })

  test('that names a sale already refused does not wait for it', async () => {
    const refused = aSaleHere({ lines: [{ lot: shop.archivedLot, price: 1000 }] })
    await expect(sent(refused)).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    expect(await close(aClosing(shop, { awaits: [named(refused)] }))).toMatchObject({ state: 'CLOSED' })
    expect((await report()).events).toMatchObject([{ kind: 'refused-later', details: { id: refused.id } }])
  })
})
