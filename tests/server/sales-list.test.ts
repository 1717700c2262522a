import { randomUUID } from 'node:crypto'
import { addDays } from '#shared/domain/dates.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let sold: { march: NewSale; early: NewSale; late: NewSale; mobile: NewSale }

beforeAll(async () => {
  shop = await openShop('list')
  const labelled = (sale: NewSale, label: string): NewSale => ({
    ...sale,
    records: sale.records.map((record) => ({ ...record, label })),
  })
  sold = {
    march: labelled(
      aSale(shop, {
        soldAt: '2026-03-10T10:00:00.000Z',
        lines: [lineOf(shop, 0, 2)],
        identifier: 'K1-1',
        patientId: shop.patientId,
      }),
      'Éfferalgan 500 mg',
    ),
    // 00:30 of 1 April in Cotonou, still 31 March in UTC
    early: labelled(
      aSale(shop, {
        soldAt: '2026-03-31T23:30:00.000Z',
        lines: [lineOf(shop, 1)],
        identifier: 'K1-2',
        seller: shop.pharmacien,
      }),
      'Amoxicilline 500 mg',
    ),
    late: labelled(
      aSale(shop, {
        soldAt: '2026-04-01T22:30:00.000Z',
        lines: [lineOf(shop, 0), lineOf(shop, 2)],
        identifier: 'K2-1',
      }),
      'Cœur d’artichaut',
    ),
    mobile: labelled(
      aSale(shop, {
        soldAt: '2026-04-02T09:00:00.000Z',
        identifier: 'K2-2',
        payments: [
          { id: randomUUID(), type: 'MOBILE_MONEY', amount: 600, phoneOperator: 'MTN', transactionReference: null },
          { id: randomUUID(), type: 'CASH', amount: 400, tendered: 400 },
        ],
      }),
      'Doliprane 1 g',
    ),
  }
  await database.platform((tx) =>
    tx.updateTable('stock_items').set({ lot: 'KX2291' }).where('id', '=', shop.lots[2]).execute(),
  )
  for (const sale of Object.values(sold)) await as(shop.terminal.token).call(sales.close, { body: sale })
})

const list = (query: CallInput<typeof sales.list>['query'] = {}, token = shop.titulaire.token) =>
  as(token).call(sales.list, { query })
const found = async (query: CallInput<typeof sales.list>['query']) =>
  (await list(query)).items.map(({ id }) => Object.entries(sold).find(([, sale]) => sale.id === id)?.[0])

test('the sales of one register', async () => {
  const registerId = randomUUID()
  const there = await openShop('list of registers')
  const ofAnother = aSale(there, { soldAt: '2026-03-01T10:00:00.000Z' })
  const moved = aSale(there, { registerId, soldAt: '2026-03-01T11:00:00.000Z' })
  for (const body of [ofAnother, moved]) await as(there.vendeur.token).call(sales.close, { body })
  const { items, total, turnover } = await list({ registerId }, there.titulaire.token)
  expect([items.map(({ id }) => id), total, turnover]).toEqual([[moved.id], 1, moved.total])
})

test('sales come newest first, with what a line of the list shows', async () => {
  const { items, total, turnover } = await list()
  expect(items.map(({ id }) => id)).toEqual([sold.mobile, sold.late, sold.early, sold.march].map(({ id }) => id))
  expect({ total, turnover }).toEqual({ total: 4, turnover: 2000 + 1500 + 3003 + 1000 })
  expect(items[0]).toEqual({
    id: sold.mobile.id,
    number: 4,
    identifier: 'K2-2',
    status: 'CLOSED',
    soldAt: '2026-04-02T09:00:00.000Z',
    sellerName: 'DOSSOU Afi',
    patientName: null,
    debtors: [],
    lines: 1,
    units: 1,
    total: 1000,
    paymentTypes: ['MOBILE_MONEY', 'CASH'],
    flags: [],
    returned: 0,
    replacedBy: null,
  })
  expect(items[3]).toMatchObject({ patientName: 'ZINSOU Aurèle', units: 2 })
})

test('a page holds what it should, and the sums of all pages', async () => {
  const page = await list({ page: 1, size: 3 })
  expect(page).toMatchObject({ items: [{ id: sold.march.id }], total: 4, turnover: 7503 })
  expect(await list({ page: 9, size: 3 })).toMatchObject({ items: [], total: 4, turnover: 7503 })
})

describe('filters', () => {
  test('by days of the pharmacy’s own calendar, both included', async () => {
    expect(await found({ from: '2026-04-01', to: '2026-04-01' })).toEqual(['late', 'early'])
    expect(await found({ to: '2026-03-31' })).toEqual(['march'])
    expect(await found({ from: '2026-04-02' })).toEqual(['mobile'])
    expect(await list({ from: '2026-04-01', to: '2026-04-01' })).toMatchObject({ total: 2, turnover: 4503 })
  })

  test('by patient, with what was sold to who turned out to be him', async () => {
    expect(await found({ patientId: shop.patientId })).toEqual(['march'])
    expect(await found({ patientId: shop.debtorId })).toEqual([])
    await database.write(shop.id, (tx) =>
      tx.updateTable('persons').set({ merged_into: shop.debtorId }).where('id', '=', shop.patientId).execute(),
    )
    expect(await found({ patientId: shop.debtorId })).toEqual(['march'])
    expect(await found({ patientId: shop.debtorId, from: '2026-04-01' })).toEqual([])
    await database.write(shop.id, (tx) =>
      tx.updateTable('persons').set({ merged_into: null }).where('id', '=', shop.patientId).execute(),
    )
  })

  test('by seller and by way of paying', async () => {
    expect(await found({ sellerId: shop.pharmacien.id })).toEqual(['early'])
    expect(await found({ paymentType: 'MOBILE_MONEY' })).toEqual(['mobile'])
    expect(await found({ sellerId: shop.pharmacien.id, paymentType: 'MOBILE_MONEY' })).toEqual([])
  })

  test('by several sellers, ways of paying and states in one filter', async () => {
    const { vendeur, pharmacien } = shop
    expect(await found({ sellerId: `${vendeur.id},${pharmacien.id}` })).toEqual(['mobile', 'late', 'early', 'march'])
    expect(await found({ sellerId: `${pharmacien.id},${randomUUID()}` })).toEqual(['early'])
    expect(await found({ paymentType: 'MOBILE_MONEY,CHEQUE' })).toEqual(['mobile'])
    expect(await found({ paymentType: 'MOBILE_MONEY,CASH', from: '2026-04-02' })).toEqual(['mobile'])
    expect(await found({ status: 'CANCELED,RETURNED' })).toEqual([])
    expect(await found({ status: 'CANCELED,REPLACED,CLOSED', sellerId: pharmacien.id })).toEqual(['early'])
  })

  test.each([
    ['paymentType', 'CASH,TROC', 'query.paymentType.1'],
    ['paymentType', '', 'query.paymentType.0'],
    ['status', 'CLOSED,', 'query.status.1'],
    ['sellerId', 'x', 'query.sellerId.0'],
    ['sellerId', Array.from({ length: 51 }, () => randomUUID()).join(), 'query.sellerId'],
    ['sort', 'sold_at', 'query.sort'],
  ])('%s=%s is refused by its name', async (field, value, path) => {
    await expect(list({ [field]: value })).rejects.toMatchObject({
      message: 'requests:invalid',
      status: 400,
      details: { issues: [{ path }] },
    })
  })

  test.each([
    ['its number', '3', ['late']],
    ['its identifier', 'k1-', ['early', 'march']],
    ['what was sold, without accents or capitals', 'efferalgan', ['march']],
    ['a ligature in two letters', 'coeur', ['late']],
    ['the lot of a sold box, by its first signs', 'kx22', ['late']],
    ['its seller', 'AGBO', ['early']],
    ['its patient, accents forgiven', 'aurele', ['march']],
    ['several words, each somewhere', '500 zinsou', ['march']],
    ['words that never meet', 'doliprane agbo', []],
    ['signs that patterns would take for jokers', '%', []],
    ['an underscore', '_', []],
    ['a number that no sale can have', `n° ${'9'.repeat(30)}`, []],
    ['the code of a box', '3400930000120', []],
    ['only blanks', '   ', ['mobile', 'late', 'early', 'march']],
  ])('by %s', async (_, search, expected) => {
    expect(await found({ search })).toEqual(expected)
    // A dash or an apostrophe by itself, typed before the rest of a word, narrows nothing.
    expect(await found({ search: `- ${search} '` })).toEqual(expected)
    // Of few sales the lines of each are read, not all lines.
    const inPeriod = (from: string, to: string) => found({ search, from, to })
    expect([...(await inPeriod('2026-03-26', '2026-04-04')), ...(await inPeriod('2026-03-08', '2026-03-15'))]).toEqual(
      expected,
    )
  })
})

describe('what was paid, and who owes', () => {
  let other: Shop
  let insured: NewSale
  let owed: NewSale
  let loud: NewSale
  beforeAll(async () => {
    other = await openShop('list payments')
    insured = aSale(other, {
      identifier: 'K5-1',
      payments: [
        {
          id: randomUUID(),
          type: 'MOBILE_MONEY',
          amount: 350,
          phoneOperator: 'Celtiis Cash',
          transactionReference: 'CP-77A-350',
        },
        { id: randomUUID(), type: 'CASH', amount: 650, tendered: 650 },
      ],
    })
    owed = aSale(other, {
      identifier: 'K5-2',
      payments: [{ id: randomUUID(), type: 'CREDIT', amount: 1000, creditMetadata: { person: other.debtorId } }],
    })
    loud = aSale(other, { identifier: 'K5-3', lines: [lineOf(other, 0, 2)] })
    for (const body of [insured, owed, loud]) await as(other.vendeur.token).call(sales.close, { body })
  })
  const foundThere = async (search: string, token = other.titulaire.token) => {
    const identifiers = async (query: CallInput<typeof sales.list>['query']) =>
      (await list({ search, sort: 'identifier', ...query }, token)).items.map(({ identifier }) => identifier)
    const everyDay = await identifiers({})
    const day = owed.soldAt.slice(0, 10)
    expect(await identifiers({ from: addDays(day, -1), to: addDays(day, 1) })).toEqual(everyDay)
    return everyDay
  }

  test('a sale on credit names who owes it, and is found and sorted by that name', async () => {
    const { items } = await list({ sort: 'debtors' }, other.titulaire.token)
    const [first, ...others] = items
    expect([first!.identifier, first!.debtors.length]).toEqual(['K5-2', 1])
    expect(others.map(({ debtors }) => debtors)).toEqual([[], []])
    expect(await foundThere(first!.debtors[0]!)).toEqual(['K5-2'])
  })

  test.each([
    ['the operator', 'celtiis', ['K5-1']],
    ['the reference', 'cp-77a', ['K5-1']],
    ['its total, as screens print it', '2\u202f000', ['K5-3']],
    ['its total in digits', '2000', ['K5-3']],
    ['an amount of one payment', '650', ['K5-1']],
    ['its number as tickets print it', 'n° 3', ['K5-3']],
    ['the sign and the number in one', 'N°2', ['K5-2']],
    ['two words that are not one amount', '77 350', ['K5-1']],
  ])('by %s', async (what, search, expected) => {
    expect([what, await foundThere(search)]).toEqual([what, expected])
  })

  test('who may not see what is taken finds no sale by its amount', async () => {
    const seller = await aMember(database, other, ['sale.sell'])
    expect(await foundThere('2000', seller.token)).toEqual([])
    expect(await foundThere('celtiis', seller.token)).toEqual(['K5-1'])
  })
})

describe('sorted by', () => {
  const everything = ['mobile', 'late', 'early', 'march']

  test.each([
    ['number', ['march', 'early', 'late', 'mobile']],
    ['-number', everything],
    ['soldAt', ['march', 'early', 'late', 'mobile']],
    // 11:00, 00:30, 23:30 and 10:00 in Cotonou
    ['hour', ['early', 'mobile', 'march', 'late']],
    ['-hour', ['late', 'march', 'mobile', 'early']],
    // AGBO, then DOSSOU, newest first
    ['seller', ['early', 'mobile', 'late', 'march']],
    ['-seller', ['mobile', 'late', 'march', 'early']],
    // Only one has a patient; the others come last both ways.
    ['patient', ['march', 'mobile', 'late', 'early']],
    ['-patient', ['march', 'mobile', 'late', 'early']],
    ['units', ['mobile', 'early', 'late', 'march']],
    ['-units', ['late', 'march', 'mobile', 'early']],
    // Cash is the first type; mobile money comes after it.
    ['payments', ['late', 'early', 'march', 'mobile']],
    ['-payments', everything],
    ['identifier', ['march', 'early', 'late', 'mobile']],
    ['total', ['mobile', 'early', 'march', 'late']],
    ['-total', ['late', 'march', 'early', 'mobile']],
  ] as const)('%s', async (sort, expected) => {
    expect(await found({ sort })).toEqual(expected)
  })

  test('what many sales share, pages neither repeat nor leave out', async () => {
    for (const sort of ['patient', '-seller', 'state'] as const) {
      const pages = await Promise.all([0, 1, 2, 3].map((page) => found({ sort, page, size: 1 })))
      expect(pages.flat()).toEqual(await found({ sort }))
    }
  })

  test('what became of it, and what was brought back; nothing to say comes last both ways', async () => {
    const other = await openShop('list states')
    const seller = as(other.titulaire.token)
    const plain = aSale(other, { soldAt: '2026-03-01T10:00:00.000Z' })
    const canceled = aSale(other, { soldAt: '2026-03-02T10:00:00.000Z' })
    const flagged = { ...aSale(other, { soldAt: '2026-03-03T10:00:00.000Z' }), sessionId: randomUUID() }
    for (const body of [plain, canceled, flagged]) await as(other.terminal.token).call(sales.close, { body })
    await seller.call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(other) })
    const ids = async (sort: 'state' | '-state' | 'returned') =>
      (await list({ sort }, other.vendeur.token)).items.map(({ id }) => id)
    expect(await ids('state')).toEqual([canceled.id, flagged.id, plain.id])
    expect(await ids('-state')).toEqual([flagged.id, canceled.id, plain.id])
    await seller.call(sales.giveBack, {
      params: { id: plain.id },
      body: {
        id: randomUUID(),
        revision: 1,
        registerId: other.registerId,
        reason: 'Erreur de produit',
        returnedAt: '2026-03-04T10:00:00.000Z',
        lines: [{ lineId: plain.records[0]!.id, quantity: 1, toStock: true }],
        inCash: true,
      },
    })
    expect((await ids('returned'))[0]).toBe(plain.id)
    expect(await ids('state')).toEqual([canceled.id, plain.id, flagged.id])
  })
})

test('only what wants a second look, where that is asked for', async () => {
  const other = await openShop('flagged')
  const plain = aSale(other, { lines: [lineOf(other, 0)] })
  const flagged = { ...aSale(other, { lines: [lineOf(other, 0)], identifier: 'K9-2' }), sessionId: randomUUID() }
  for (const body of [plain, flagged]) await as(other.terminal.token).call(sales.close, { body })
  const { items, total, turnover } = await list({ flagged: 'only' }, other.titulaire.token)
  expect({ ids: items.map(({ id }) => id), total, turnover }).toEqual({
    ids: [flagged.id],
    total: 1,
    turnover: flagged.total,
  })
  expect(items[0]?.flags).toContain('session:unknown')
})

test('a cancelled sale stays in the list and leaves the turnover', async () => {
  const other = await openShop('list cancelled')
  const sale = aSale(other)
  await as(other.vendeur.token).call(sales.close, { body: sale })
  await as(other.vendeur.token).call(sales.close, { body: aSale(other) })
  await database.write(other.id, (tx) =>
    tx.updateTable('sales').set({ status: 'CANCELED' }).where('id', '=', sale.id).execute(),
  )
  expect(await list({}, other.titulaire.token)).toMatchObject({ total: 2, turnover: 1000 })
})

test('another pharmacy sees none of it', async () => {
  const other = await openShop('list other')
  expect(await list({}, other.titulaire.token)).toEqual({ items: [], total: 0, turnover: 0, returned: 0, paid: null })
  await expect(as(other.titulaire.token).call(sales.read, { params: { id: sold.march.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

test.each([{ from: '2026-02-30' }, { from: 'hier' }, { page: -1 }, { size: 0 }, { size: 5000 }, { sellerId: 'x' }])(
  '%o is a 400',
  async (query) => {
    await expect(list(query as never)).rejects.toMatchObject({ message: 'requests:invalid', status: 400 })
  },
)

test('days at the ends of the calendar are no error of ours', async () => {
  expect(await list({ to: '9999-12-31' })).toMatchObject({ total: 4 })
  await expect(list({ from: '0000-01-01' })).rejects.toMatchObject({ status: 400 })
})

describe('blind counts', () => {
  test('who may not see what is taken adds up nothing: no turnover, no total of a register that is not closed', async () => {
    const other = await openShop('blind list')
    for (const body of [aSale(other), aSale(other)]) await as(other.vendeur.token).call(sales.close, { body })
    const seen = async (token: string) => {
      const { items, total, turnover } = await list({ sellerId: other.vendeur.id, paymentType: 'CASH' }, token)
      return { total, turnover, totals: items.map((sale) => sale.total) }
    }
    expect(await seen(other.vendeur.token)).toEqual({ total: 2, turnover: null, totals: [null, null] })
    expect(await seen(other.titulaire.token)).toEqual({ total: 2, turnover: 2000, totals: [1000, 1000] })
    const reads = await aMember(database, other, ['sale.sell', 'report.see'])
    expect(await seen(reads.token)).toMatchObject({ turnover: 2000 })

    await database.platform((tx) =>
      tx
        .updateTable('cash_registers')
        .set({ closed_at: new Date(), closed_by: other.vendeur.id })
        .where('pharmacy_id', '=', other.id)
        .execute(),
    )
    expect(await seen(other.vendeur.token)).toEqual({ total: 2, turnover: null, totals: [1000, 1000] })
  })
})
