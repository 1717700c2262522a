import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dues, type NewDues } from '#shared/contract/dues.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { owing } from '#tests/server/support/owing.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, hints, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`dues ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const seller = () => as(shop.vendeur.token)
const pharmacist = () => as(shop.pharmacien.token)
const note = (body: NewDues, by = seller()) => by.call(dues.create, { body })
const handOver = (id: string, left = 0) => seller().call(dues.handOver, { params: { id }, body: { left } })
const cancel = (id: string, by = pharmacist()) =>
  by.call(dues.cancel, { params: { id }, body: { reason: 'Noté par erreur' } })
const read = (id: string) => seller().call(dues.read, { params: { id } })
const list = (query: CallInput<typeof dues.list>['query'] = {}) => seller().call(dues.list, { query })
const owedOf = async (productId?: string) =>
  (await list({ state: 'open', ...(productId ? { productId } : {}) })).items.reduce((sum, each) => sum + each.owed, 0)

async function sold(wanted: Parameters<typeof aSale>[1] = { lines: [lineOf(shop, 0, 5)] }): Promise<NewSale> {
  const sale = aSale(shop, { soldAt: clock.now.toISOString(), ...wanted })
  await seller().call(sales.close, { body: sale })
  return sale
}
async function owed(quantity = 3, sale?: NewSale) {
  const of = sale ?? (await sold())
  const [due] = await note(owing(of, [quantity]))
  return { sale: of, due: due! }
}
/** How often windows were told of changed dues. */
async function told(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const stop = hints.subscribe(shop.id, (resource) => (count += Number(resource === 'dues')))
  await work().finally(stop)
  return count
}
const undo = (sale: NewSale) => pharmacist().call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
const giveBack = (sale: NewSale, quantity: number) =>
  pharmacist().call(sales.giveBack, { params: { id: sale.id }, body: aReturn(shop, sale, [{ line: 0, quantity }]) })

describe('a due', () => {
  test('keeps the line, whom to call, and who noted it; the phone in one form; no stock moves', async () => {
    const sale = await sold({ patientId: shop.patientId, lines: [lineOf(shop, 0, 5), lineOf(shop, 1, 2)] })
    const [first, second] = await note(owing(sale, [3, 2], { note: 'Passe vendredi' }))
    expect(first).toMatchObject({
      saleId: sale.id,
      saleNumber: 1,
      lineId: sale.records[0]!.id,
      patientId: shop.patientId,
      pharmacyProductId: shop.products[0],
      label: 'Doliprane 1 g',
      quantity: 3,
      owed: 3,
      state: 'open',
      name: 'HOUNTONDJI Adjoa',
      phone: '+2290196123456',
      note: 'Passe vendredi',
      createdAt: clock.now.toISOString(),
      createdByName: 'DOSSOU Afi',
      handedOverAt: null,
      canceledAt: null,
    })
    expect(second).toMatchObject({ pharmacyProductId: shop.products[1], owed: 2 })
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(95)
    expect(await read(first!.id)).toEqual(first)
    expect(await owedOf(shop.products[0])).toBe(3)
    expect(await owedOf()).toBe(5)
  })

  test('is noted once, however often it is sent, also after it was handed over', async () => {
    const body = owing(await sold(), [2])
    const [due] = await note(body)
    expect(await note(body)).toEqual([due])
    await handOver(due!.id)
    expect(await note(body)).toMatchObject([{ id: due!.id, owed: 0, state: 'handed-over' }])
    expect((await list()).total).toBe(1)
  })

  test('is told to the windows when it changes, and not when it is sent again', async () => {
    const body = owing(await sold(), [2])
    const id = body.lines[0]!.id
    for (const heard of [1, 0]) expect(await told(() => note(body))).toBe(heard)
    for (const heard of [1, 0]) expect(await told(() => handOver(id, 1))).toBe(heard)
    for (const heard of [1, 0]) expect(await told(() => cancel(id))).toBe(heard)
  })

  test('two tills that send it at once note it once', async () => {
    const body = owing(await sold(), [2])
    const [one, other] = await Promise.all([note(body), note(body)])
    expect(one).toEqual(other)
  })

  test('under an id that means something else is refused', async () => {
    const sale = await sold({ lines: [lineOf(shop, 0, 5), lineOf(shop, 1, 2)] })
    const body = owing(sale, [1, 2])
    const [first, second] = body.lines as [(typeof body.lines)[0], (typeof body.lines)[0]]
    await note(body)
    for (const lines of [
      [first, { ...second, quantity: 1 }],
      [first, { ...second, lineId: first.lineId }],
      [first, { ...second, id: randomUUID() }],
    ])
      await expect(note({ ...body, lines })).rejects.toMatchObject({ message: 'requests:conflict' })
    expect(await note({ ...body, lines: [second, first] })).toHaveLength(2)
    expect((await list()).total).toBe(2)
  })

  test('never exceeds what is left of its line; then none of the lines is noted', async () => {
    const sale = await sold({ lines: [lineOf(shop, 0, 5), lineOf(shop, 1, 2)] })
    await owed(3, sale)
    const before = await rowCounts()
    await expect(note(owing(sale, [3, 1]))).rejects.toMatchObject({
      message: 'sales:dueBeyondSold',
      details: { items: [{ lineId: sale.records[0]!.id, asked: 3, left: 2 }] },
    })
    expect(await rowCounts()).toEqual(before)
    await giveBackOther(sale)
    expect(await note(owing(sale, [2, 1]))).toHaveLength(2)
    await expect(note(owing(sale, [1]))).rejects.toMatchObject({ message: 'sales:dueBeyondSold' })
  })

  /** One unit of the second line comes back. */
  const giveBackOther = (sale: NewSale) =>
    pharmacist().call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(shop, sale, [{ line: 1, quantity: 1 }]),
    })

  test('needs a sale of the pharmacy, a line with boxes, and each line once', async () => {
    const sale = await sold({
      lines: [lineOf(shop, 0, 5), lineOf(shop, 1)],
      vouchers: [{ id: randomUUID(), label: 'Prise de tension', quantity: 1, price: 500 }],
    })
    const line = { id: randomUUID(), lineId: sale.records[0]!.id, quantity: 1 }
    const faulty: [Partial<NewDues>, string][] = [
      [{ saleId: randomUUID() }, 'body.saleId'],
      [{ lines: [{ ...line, lineId: randomUUID() }] }, 'body.lines.0.lineId'],
      [{ lines: [{ ...line, lineId: sale.vouchers[0]!.id }] }, 'body.lines.0.lineId'],
      [{ lines: [line, { ...line, id: randomUUID() }] }, 'body.lines.1.lineId'],
      [{ lines: [line, { ...line, lineId: sale.records[1]!.id }] }, 'body.lines.1.id'],
      [{ lines: [{ ...line, quantity: 0 }] }, 'body.lines.0.quantity'],
      [{ lines: [] }, 'body.lines'],
      [{ name: ' ' }, 'body.name'],
      [{ name: 'Adjoa\u0007' }, 'body.name'],
      [{ phone: '12' }, 'body.phone'],
    ]
    for (const [wrong, path] of faulty)
      await expect(note({ ...owing(sale), ...wrong })).rejects.toMatchObject({
        message: 'requests:invalid',
        details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
      })
    expect((await list()).total).toBe(0)
  })

  test('of another pharmacy is neither noted, seen, handed over nor canceled', async () => {
    const { sale, due } = await owed(1)
    const stranger = await openShop(`stranger ${count}`)
    const theirs = as(stranger.titulaire.token)
    await expect(note(owing(sale), theirs)).rejects.toMatchObject({ message: 'requests:invalid' })
    for (const call of [dues.handOver, dues.cancel] as const)
      await expect(
        theirs.call(call, { params: { id: due.id }, body: { left: 0, reason: 'Erreur' } }),
      ).rejects.toMatchObject({ message: 'requests:notFound' })
    expect((await theirs.call(dues.list, { query: { saleId: sale.id } })).total).toBe(0)
    // Ids are a pharmacy's own: the same id there is another due.
    const own = aSale(stranger)
    await as(stranger.vendeur.token).call(sales.close, { body: own })
    const same = { ...owing(own), lines: [{ id: due.id, lineId: own.records[0]!.id, quantity: 1 }] }
    expect(await note(same, theirs)).toMatchObject([{ id: due.id, saleId: own.id }])
    expect(await read(due.id)).toEqual(due)
  })
})

describe('handing over', () => {
  test('is done once, by whom and when; no stock moves', async () => {
    const { due } = await owed(3)
    clock.now = new Date('2026-03-04T08:00:00Z')
    const done = await handOver(due.id)
    expect(done).toMatchObject({ owed: 0, quantity: 3, state: 'handed-over', handedOverByName: 'DOSSOU Afi' })
    clock.now = new Date('2026-03-05T08:00:00Z')
    expect(await handOver(due.id)).toEqual(done)
    expect(done.handedOverAt).toBe('2026-03-04T08:00:00.000Z')
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(95)
    expect(await owedOf()).toBe(0)
  })

  test('a part leaves the rest open; the same part again is the same one, and more than is owed is refused', async () => {
    const { due } = await owed(3)
    expect(await handOver(due.id, 2)).toMatchObject({ owed: 2, state: 'open' })
    expect(await handOver(due.id, 2)).toMatchObject({ owed: 2, state: 'open' })
    await expect(handOver(due.id, 3)).rejects.toMatchObject({ message: 'requests:conflict' })
    expect(await handOver(due.id, 0)).toMatchObject({ owed: 0, state: 'handed-over' })
  })

  test('two members at once hand it over once', async () => {
    const { due } = await owed(3)
    const [one, other] = await Promise.all([handOver(due.id), handOver(due.id)])
    expect(one).toEqual(other)
  })
})

describe('a canceled due', () => {
  test('says who and why, stays canceled, and is not handed over', async () => {
    const { due } = await owed(3)
    await expect(cancel(due.id, seller())).rejects.toMatchObject({ message: 'auth:forbidden' })
    const canceled = await cancel(due.id)
    expect(canceled).toMatchObject({
      owed: 0,
      state: 'canceled',
      canceledByName: 'AGBO Kossi',
      cancelReason: 'Noté par erreur',
    })
    clock.now = new Date('2026-03-05T08:00:00Z')
    expect(await cancel(due.id, as(shop.titulaire.token))).toEqual(canceled)
    await expect(handOver(due.id)).rejects.toMatchObject({ message: 'requests:conflict' })
  })

  test('was not handed over', async () => {
    const { due } = await owed(3)
    await handOver(due.id)
    await expect(cancel(due.id)).rejects.toMatchObject({ message: 'requests:conflict' })
  })
})

describe('a sale that is undone takes its dues along', () => {
  test('canceled, it owes nothing, and takes no new due', async () => {
    const { sale, due } = await owed(3)
    const { due: handedOver } = await owed(1, sale)
    await handOver(handedOver.id)
    await undo(sale)
    expect(await read(due.id)).toMatchObject({ owed: 0, state: 'canceled', cancelReason: 'Erreur de produit' })
    expect(await read(handedOver.id)).toMatchObject({ state: 'handed-over' })
    await expect(note(owing(sale))).rejects.toMatchObject({ message: 'sales:cannotEditCanceledSale' })
  })

  test('a cancellation that is refused leaves the dues alone', async () => {
    const { sale, due } = await owed(3)
    await expect(
      pharmacist().call(sales.cancel, {
        params: { id: sale.id },
        body: aCancellation(shop, { registerId: await aClosedRegister() }),
      }),
    ).rejects.toMatchObject({ message: 'sales:registerClosed' })
    expect(await read(due.id)).toEqual(due)
  })

  async function aClosedRegister(): Promise<string> {
    const id = randomUUID()
    await database.platform((tx) =>
      tx
        .insertInto('cash_registers')
        .values({
          pharmacy_id: shop.id,
          id,
          opened_by: shop.pharmacien.id,
          opened_at: clock.now,
          float: 0,
          closed_by: shop.pharmacien.id,
          closed_at: clock.now,
        })
        .execute(),
    )
    return id
  }

  test('returned units are no longer owed: the due shrinks, then closes', async () => {
    const { sale, due } = await owed(3)
    await giveBack(sale, 2)
    expect(await read(due.id)).toMatchObject({ owed: 1, quantity: 3, state: 'open', canceledAt: null })
    await giveBack(sale, 2)
    expect(await read(due.id)).toMatchObject({
      owed: 0,
      state: 'canceled',
      canceledByName: 'AGBO Kossi',
      cancelReason: 'Erreur de dosage',
    })
    expect(await note(owing(sale, [1]))).toMatchObject([{ owed: 1 }])
  })

  test('a return sent twice reduces once', async () => {
    const { sale, due } = await owed(3)
    const body = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
    for (const _ of [1, 2]) await pharmacist().call(sales.giveBack, { params: { id: sale.id }, body })
    expect(await read(due.id)).toMatchObject({ owed: 2 })
  })

  test('corrected, its new version owes them, as far as it sells them', async () => {
    const sale = await sold({ lines: [lineOf(shop, 0, 5), lineOf(shop, 1, 2)] })
    const [box, other] = await note(owing(sale, [3, 1]))
    const version = aVersionOf(shop, sale, { lines: [lineOf(shop, 0, 2)], soldAt: clock.now.toISOString() })
    await as(shop.terminal.token).call(sales.close, { body: version })
    expect(await read(box!.id)).toMatchObject({
      saleId: version.id,
      saleNumber: 2,
      lineId: version.records[0]!.id,
      owed: 2,
      state: 'open',
    })
    expect(await read(other!.id)).toMatchObject({
      saleId: sale.id,
      owed: 0,
      state: 'canceled',
      cancelReason: 'Remplacée',
    })
  })

  test('corrected without a change of its lines, its new version owes the same', async () => {
    const { sale, due } = await owed(3)
    const version = aVersionOf(shop, sale, { lines: [lineOf(shop, 0, 5)], soldAt: clock.now.toISOString() })
    await as(shop.terminal.token).call(sales.close, { body: version })
    expect(await read(due.id)).toMatchObject({ saleId: version.id, owed: 3, quantity: 3, state: 'open' })
  })

  test('a refused correction leaves them where they were', async () => {
    const { sale, due } = await owed(3)
    const version = aVersionOf(shop, sale, { lines: [], soldAt: clock.now.toISOString() })
    await expect(as(shop.terminal.token).call(sales.close, { body: version })).rejects.toMatchObject({
      message: 'sales:cannotCloseEmptySale',
    })
    expect(await read(due.id)).toEqual(due)
  })
})

describe('the list', () => {
  test('finds by whom to call, patient, phone, product and sale number; filters by state, product and sale', async () => {
    const { sale, due } = await owed(3)
    clock.now = new Date('2026-03-02T11:00:00Z')
    const other = await sold({ patientId: shop.patientId, lines: [lineOf(shop, 1)] })
    const [second] = await note(owing(other, [1], { name: 'Le voisin', phone: '97 00 11 22' }))
    await handOver(second!.id)
    const ids = async (query: CallInput<typeof dues.list>['query']) => (await list(query)).items.map(({ id }) => id)
    const { last_name } = await database.read(shop.id, (tx) =>
      tx.selectFrom('persons').select('last_name').where('id', '=', shop.patientId).executeTakeFirstOrThrow(),
    )
    expect(await ids({ search: 'adjoa hountondji' })).toEqual([due.id])
    expect(await ids({ search: last_name.toLowerCase() })).toEqual([second!.id])
    expect(await ids({ search: '01 96 12 34 56' })).toEqual([due.id])
    expect(await ids({ search: '97001122' })).toEqual([second!.id])
    expect(await ids({ search: 'doliprane' })).toHaveLength(2)
    expect(await ids({ search: '2' })).toContain(second!.id)
    // Open ones first, though the other is newer.
    expect(await ids({})).toEqual([due.id, second!.id])
    expect(await ids({ state: 'open' })).toEqual([due.id])
    expect(await ids({ state: 'handed-over,canceled' })).toEqual([second!.id])
    expect(await ids({ productId: shop.products[1] })).toEqual([second!.id])
    expect(await ids({ saleId: sale.id })).toEqual([due.id])
  })

  test('is sorted by each column', async () => {
    for (const [place, quantity] of [3, 1, 2].entries()) {
      clock.now = new Date(Date.parse('2026-03-02T10:00:00Z') + place * 60_000)
      const sale = await sold({ lines: [lineOf(shop, place as 0 | 1 | 2, quantity)] })
      await database.platform((tx) =>
        tx
          .updateTable('sale_records')
          .set({ label: `Produit ${3 - place}` })
          .where('sale_id', '=', sale.id)
          .execute(),
      )
      const [due] = await note(
        owing(sale, [quantity], { name: `Client ${place}`, phone: place === 0 ? null : `01 96 00 00 0${place}` }),
        place === 2 ? as(shop.titulaire.token) : seller(),
      )
      if (place === 1) await handOver(due!.id)
    }
    await expectSortedBothWays((query) => list(query), {
      createdAt: ({ createdAt }) => createdAt,
      label: ({ label }) => label,
      owed: ({ owed: left }) => left,
      name: ({ name }) => name,
      phone: ({ phone }) => phone,
      sale: ({ saleNumber }) => saleNumber,
      onShelf: ({ onShelf }) => onShelf,
      state: ({ state }) => ['open', 'handed-over', 'canceled'].indexOf(state),
      user: ({ createdByName }) => createdByName,
    })
  })

  test('counts the units on the shelf with those that are owed, without expired and blocked lots', async () => {
    const lot = await aLot(database, shop, { quantity: 1 })
    const sale = await sold({ lines: [{ lot: lot.id, price: 1000, quantity: 4 }] })
    const [due] = await note(owing(sale, [3]))
    // Sold four of one: three are owed, none is there.
    expect(due).toMatchObject({ onShelf: 0 })
    expect((await list({ onShelf: 'only' })).total).toBe(0)
    expect((await list()).total).toBe(1)
    const received = async (quantity: number, rest: { expires_on?: string; blocked?: 'quarantine' } = {}) => {
      const id = randomUUID()
      await database.platform(async (tx) => {
        const { packaging_id } = await tx
          .selectFrom('stock_items')
          .select('packaging_id')
          .where('id', '=', lot.id)
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('stock_items')
          .values({
            pharmacy_id: shop.id,
            id,
            pharmacy_product_id: lot.productId,
            packaging_id,
            quantity,
            purchase_price: 600,
            sale_price: 1000,
            ...rest,
          })
          .execute()
        await tx
          .insertInto('stock_movements')
          .values({
            pharmacy_id: shop.id,
            id: randomUUID(),
            stock_item_id: id,
            cause: 'initial',
            quantity,
            before: 0,
            after: quantity,
            at: clock.now,
          })
          .execute()
      })
    }
    await received(7, { expires_on: '2026-01-31' })
    await received(9, { blocked: 'quarantine' })
    expect(await read(due!.id)).toMatchObject({ onShelf: 0 })
    await received(2)
    // The ledger says −1: two came, and three of the shelf's are booked out.
    expect(await read(due!.id)).toMatchObject({ onShelf: 2 })
    expect((await list({ onShelf: 'only', state: 'open' })).total).toBe(1)
    await handOver(due!.id, 1)
    expect(await read(due!.id)).toMatchObject({ owed: 1, onShelf: 0 })
  })
})
