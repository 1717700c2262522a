import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { notes } from '#tests/domain/delivery-notes/notes.ts'
import { noteFile } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let supplierId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`delivery layouts ${count++}`)
  clock.now = new Date('2026-12-01T10:00:00Z')
  supplierId = (await clerk().call(suppliers.create, { body: { name: 'Grossiste' } })).id
  const codes = [
    [shop.products[0], '3400935955838'],
    [shop.products[1], '7654321'],
    [shop.products[1], '2512345'],
  ] as const
  await database.platform((tx) =>
    tx
      .insertInto('pharmacy_product_codes')
      .values(codes.map(([pharmacy_product_id, code]) => ({ pharmacy_id: shop.id, pharmacy_product_id, code })))
      .execute(),
  )
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const clerk = () => as(shop.stocks.token)
const send = (bl: File) => clerk().call(deliveryImports.create, { body: { supplierId, bl } })
const book = async (id: string, bl: string | null) =>
  (await clerk().call(deliveryImports.book, { params: { id }, body: { receivedOn: '2026-12-01', bl } })).ids
const close = (id: string) =>
  clerk().call(deliveries.close, {
    params: { id },
    body: { acceptsBelowCost: true, rest: 'given-up', uncontrolled: 99, withoutLot: 99 },
  })

type Brought = { product: string; quantity: number; cost: number; lot: string | null; expiresOn: string | null }

/** The lots that a delivery brought, in the order of the products. */
async function broughtBy(deliveryId: string): Promise<Brought[]> {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<Brought>`
      select pharmacy_product_id as product, quantity, purchase_price as cost, lot, expires_on as "expiresOn"
      from stock_items where pharmacy_id = ${shop.id} and delivery_id = ${deliveryId}
      order by array_position(${shop.products}::uuid[], pharmacy_product_id)`.execute(tx),
  )
  return rows
}

/** As `broughtBy`, for the first two products: boxes, cost, lot and expiry of each. */
function brought(...lots: [quantity: number, cost: number, lot?: string, expiresOn?: string][]): Brought[] {
  return lots.map(([quantity, cost, lot = null, expiresOn = null], index) => ({
    product: shop.products[index]!,
    quantity,
    cost,
    lot,
    expiresOn,
  }))
}

/** The cost of the shelf's lots, where the note has no price. */
const lastCost = 600

/** The number of the note is in the file, or typed (`bl`). Free boxes make the others cheaper. */
test.each<[keyof typeof notes, string, string | null, Parameters<typeof brought>]>([
  [
    'ubipharm',
    'UBIPHARM',
    null,
    [
      [100, 801],
      [38, 3020],
    ],
  ],
  [
    'laborex',
    'LABOREX',
    null,
    [
      [12, 890],
      [66, 1132],
    ],
  ],
  [
    'laborex-old',
    'LABOREX (ancien)',
    null,
    [
      [10, 890],
      [5, 1245],
    ],
  ],
  [
    'copharmed',
    'COPHARMED',
    null,
    [
      [22, 809],
      [5, 1245],
    ],
  ],
  [
    'dpci',
    'DPCI',
    null,
    [
      [10, 890],
      [6, 1245],
    ],
  ],
  [
    'tedis',
    'TEDIS',
    'T 1',
    [
      [10, 890, '6FD40', '2028-02-29'],
      [6, 1245, 'EF8812', '2027-06-30'],
    ],
  ],
  [
    'tedis-old',
    'TEDIS (ancien)',
    'T 2',
    [
      [10, 890],
      [6, 1245],
    ],
  ],
  [
    'code',
    'Code et quantité',
    'M 1',
    [
      [10, lastCost],
      [6, lastCost],
    ],
  ],
  [
    'code-price',
    'Code, quantité et prix',
    'M 2',
    [
      [10, 890],
      [6, 1245],
    ],
  ],
  [
    'text',
    'Texte à tabulations',
    'M 3',
    [
      [10, 890],
      [6, 1245],
    ],
  ],
  [
    'text-old',
    'Texte à tabulations (ancien)',
    'M 4',
    [
      [10, 890],
      [6, 1245],
    ],
  ],
])(
  'a note of %s is read by itself, booked and closed: its boxes and costs are in the stock',
  async (key, name, bl, lots) => {
    const read = await send(noteFile(notes[key]))
    expect(read.readBy).toEqual({ kind: 'layout', name })
    expect(read.rows.map(({ outcome, by }) => [outcome, by])).toEqual([
      ['known', 'code'],
      ['known', 'code'],
    ])
    const [id] = await book(read.id, bl)
    expect(await close(id!)).toMatchObject({ id, restId: null })
    expect(await clerk().call(deliveries.read, { params: { id: id! } })).toMatchObject({ state: 'closed' })
    expect(await broughtBy(id!)).toEqual(brought(...lots))
  },
)

test('columns that a member chose read the next file of the supplier, and only of this supplier', async () => {
  const file = (bl: string) =>
    noteFile(['Réf;Bons;Article;N1;N2;N3', `3400935955838;${bl};DOLIPRANE;4;1100;900`, `7654321;${bl};SERUM;6;150;100`])
  const unread = await send(file('Z1'))
  expect(unread.readBy.kind).toBe('headers')
  const columns = { code: 'Réf', bl: 'Bons', label: 'Article', delivered: 'N1', salePrice: 'N2', purchasePrice: 'N3' }
  const mapped = await clerk().call(deliveryImports.patch, {
    params: { id: unread.id },
    body: { profile: { columns, decimals: 'comma' } },
  })
  expect(mapped).toMatchObject({ readBy: { kind: 'member' }, rows: [{ outcome: 'known' }, { outcome: 'known' }] })
  const [first] = await book(unread.id, null)
  await close(first!)
  expect(await broughtBy(first!)).toEqual(brought([4, 900], [6, 100]))
  const next = await send(file('Z2'))
  expect(next).toMatchObject({ readBy: { kind: 'kept' }, notes: [{ bl: 'Z2' }], profile: { columns } })
  supplierId = (await clerk().call(suppliers.create, { body: { name: 'Autre' } })).id
  expect(await send(file('Z3'))).toMatchObject({ readBy: { kind: 'headers' }, looksLike: 'Grossiste' })
})
