import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { noteFile } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let supplierId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`delivery imports ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  supplierId = (await clerk().call(suppliers.create, { body: { name: 'Ubipharm' } })).id
  await database.platform((tx) =>
    tx
      .insertInto('pharmacy_product_codes')
      .values({ pharmacy_id: shop.id, pharmacy_product_id: shop.products[0], code: '3400935955838' })
      .execute(),
  )
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const clerk = () => as(shop.stocks.token)
const send = (bl?: File, supplier = supplierId) =>
  clerk().call(deliveryImports.create, { body: { supplierId: supplier, ...(bl ? { bl } : {}) } })
const patch = (id: string, body: object) => clerk().call(deliveryImports.patch, { params: { id }, body })
const book = (id: string, body: object = {}) =>
  clerk().call(deliveryImports.book, { params: { id }, body: { receivedOn: '2026-03-02', ...body } })
const deliveryOf = (id: string) => clerk().call(deliveries.read, { params: { id } })

const laborex = (lines: readonly string[]) =>
  noteFile(['Etab;Facture;Lig;Code;Libelle;Qté cdée;UG;Qté livrée;PA;PV;N° cde/BL;TVA', ...lines])
const twoLines = laborex([
  '02;F7781;1;3400935955838;DOLIPRANE 1000MG;12;2;12;890;1250;B1;0',
  '02;F7781;2;7654321;SERUM PHYSIO;60;0;58;100;150;B1;18',
])

describe('a note', () => {
  test('is previewed line by line, and nothing is written of it', async () => {
    const before = await rowCounts()
    const read = await send(twoLines)
    expect(read).toMatchObject({
      supplierName: 'Ubipharm',
      fileName: 'BL.csv',
      doneAt: null,
      readBy: { kind: 'layout', name: 'LABOREX' },
      notes: [{ bl: 'F7781', lines: 2, total: 12 * 890 + Math.round(58 * 100 * 1.18), knownAs: null }],
      rows: [
        { line: 2, outcome: 'known', by: 'code', productId: shop.products[0], productLabel: 'Doliprane 1 g' },
        { line: 3, outcome: 'unknown', row: { delivered: 58, ordered: 60, vat: 1800 } },
      ],
    })
    const after = await rowCounts()
    expect({ ...after, delivery_imports: 0 }).toEqual({ ...before, delivery_imports: 0 })
  })

  test('becomes a delivery whose lines are those of the file; its code and profile are remembered', async () => {
    const { id } = await send(twoLines)
    await patch(id, { decisions: [{ line: 3, productId: shop.products[1] }] })
    const { ids } = await book(id)
    expect(await deliveryOf(ids[0]!)).toMatchObject({
      bl: 'F7781',
      state: 'draft',
      noteTotal: 17_524,
      lines: [
        { productId: shop.products[0], noted: 12, received: 12, free: 2, notePrice: 1250, isChecked: false },
        { productId: shop.products[1], ordered: 60, noted: 58, received: 58, purchasePrice: '100', vat: 1800 },
      ],
    })
    await expect(book(id)).rejects.toMatchObject({ message: 'requests:conflict' })
    expect(await clerk().call(suppliers.codes, { params: { id: supplierId }, query: {} })).toMatchObject({
      items: [{ code: '7654321', productId: shop.products[1] }],
    })
    const next = await send(
      laborex(['02;F7782;1;7654321;AUTRE LIBELLE;5;0;5;100;150;B2;18', '02;F7782;2;3400935955838;DOLI;1;0;1;1;2;B2;0']),
    )
    expect(next).toMatchObject({ readBy: { kind: 'kept' }, rows: [{ by: 'remembered' }, { by: 'code' }] })
    await clerk().call(suppliers.forgetCode, { params: { id: supplierId, code: '7654321' } })
    expect((await clerk().call(deliveryImports.read, { params: { id: next.id } })).rows[0]).toMatchObject({
      outcome: 'unknown',
    })
  })

  test('is received once: told in the preview, refused when it is booked', async () => {
    await book((await send(twoLines)).id)
    const again = await send(twoLines)
    expect(again.notes[0]!.knownAs).toMatchObject({ number: 1 })
    await expect(book(again.id)).rejects.toMatchObject({
      message: 'deliveries:deliveryWithThisIdentifierAlreadyExists',
      details: { number: 1 },
    })
  })

  test('two notes in one file become two deliveries, all or none', async () => {
    const file = (second: string) =>
      laborex([
        '02;F1;1;3400935955838;DOLIPRANE;1;0;1;890;1250;B1;0',
        `02;${second};2;3400935955838;DOLIPRANE;2;0;2;890;1250;B1;0`,
      ])
    const { ids } = await book((await send(file('F2'))).id)
    expect(await Promise.all(ids.map(async (id) => (await deliveryOf(id)).bl))).toEqual(['F1', 'F2'])
    const half = await send(
      laborex(['02;F3;1;3400935955838;D;1;0;1;890;1250;B1;0', '02;F2;2;3400935955838;D;2;0;2;890;1250;B1;0']),
    )
    await expect(book(half.id)).rejects.toMatchObject({ message: 'deliveries:deliveryWithThisIdentifierAlreadyExists' })
    expect((await clerk().call(deliveries.list, { query: {} })).total).toBe(2)
  })

  test('a line that no code tells gets names proposed, unless it was left open', async () => {
    const { id, rows } = await send(laborex(['02;F1;1;7654321;DOLIPRANE 1 G;1;0;1;890;1250;B1;0']))
    expect(rows).toMatchObject([{ outcome: 'proposed', proposals: [{ id: shop.products[0], label: 'Doliprane 1 g' }] }])
    expect((await patch(id, { decisions: [{ line: 2, productId: null }] })).rows).toMatchObject([
      { outcome: 'unknown', proposals: [] },
    ])
  })

  test('a product of the referential that the pharmacy lacks is taken into its stock', async () => {
    await database.platform(async (tx) => {
      await sql`insert into products (id, label, source) values ('00000000-0000-4000-8000-00000000d1d1', 'Ventoline', 'tests') on conflict do nothing`.execute(
        tx,
      )
      await sql`insert into product_codes (code, product_id, kind) values ('2999999', '00000000-0000-4000-8000-00000000d1d1', 'other') on conflict do nothing`.execute(
        tx,
      )
    })
    const { id, rows } = await send(laborex(['02;F9;1;2999999;VENTOLINE;1;0;1;890;1250;B1;0']))
    expect(rows[0]).toMatchObject({ outcome: 'known', by: 'code', productLabel: 'Ventoline' })
    const { ids } = await book(id)
    const [line] = (await deliveryOf(ids[0]!)).lines
    expect(line).toMatchObject({ productLabel: 'Ventoline' })
    expect(line!.productId).not.toBe('00000000-0000-4000-8000-00000000d1d1')
  })

  test('without a number in the file, the member says one; without a file, an empty delivery begins', async () => {
    const { id } = await send(noteFile(['3400935955838;10', '3400935955838;6']))
    await expect(book(id)).rejects.toMatchObject({ details: { issues: [{ path: 'body.bl' }] } })
    const { ids } = await book(id, { bl: 'M 1' })
    expect((await deliveryOf(ids[0]!)).lines.map(({ noted, purchasePrice }) => [noted, purchasePrice])).toEqual([
      [10, '600'],
      [6, '600'],
    ])
    const byHand = await send()
    expect(byHand).toMatchObject({ fileName: null, rows: [], notes: [] })
    expect(await deliveryOf((await book(byHand.id, { bl: 'M 2' })).ids[0]!)).toMatchObject({ bl: 'M 2', lines: [] })
  })
})

describe('bad files', () => {
  const reasonOf = async (file: File) => {
    const error: unknown = await send(file).then(
      () => null,
      (reason: unknown) => reason,
    )
    return error as { message: string; details: { reason: string } }
  }

  test.each([
    ['a PDF', new File(['%PDF-1.7 …'], 'BL.pdf'), /PDF ne peut pas être lu/],
    ['a ZIP named .csv', new File([new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9])], 'BL.csv'), /ne s’ouvre pas/],
    ['an empty file', new File([''], 'BL.csv'), /vide/],
    ['one column', new File(['bonjour\nmonde\n'], 'BL.csv'), /Une seule colonne/],
    ['noise', new File([new Uint8Array(400_000).map((_, at) => (at * 7919) % 251)], 'BL.csv'), /n’est pas un tableau/],
  ])('%s is refused with a reason', async (_, file, reason) => {
    const error = await reasonOf(file)
    expect(error).toMatchObject({ message: 'deliveryImports:unreadableFile' })
    expect(error.details.reason).toMatch(reason)
  })

  test('a cut line, swapped columns and an impossible date keep the whole file out, each named', async () => {
    const { id, rows } = await send(
      laborex([
        '02;F1;1;3400935955838;DOLIPRANE;1;0;1;890;1250;B1;0',
        '02;F1;2;3400935955838;EFFE;1;0;-1;890;1250;B1;0',
        '02;F1;3;3400935955838;EFFE;1;0;1;8,9,0;1250;B1;0',
        '02;F1;4;34009',
      ]),
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['known', 'error', 'error', 'error'])
    await expect(book(id)).rejects.toMatchObject({
      message: 'deliveryImports:invalidRows',
      details: { errors: 3, rows: [{ line: 3 }, { line: 4 }, { line: 5 }] },
    })
    expect((await clerk().call(deliveries.list, { query: {} })).total).toBe(0)
  })

  test('a form is taken only where the call declares one, and a file that is too large is 413', async () => {
    const form = new FormData()
    form.append('name', 'Gapob')
    const request = new Response(form)
    const post = (url: string, payload: Buffer, type: string) =>
      app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${shop.stocks.token}`, 'content-type': type },
        payload,
      })
    const elsewhere = await post(
      '/api/suppliers',
      Buffer.from(await request.arrayBuffer()),
      request.headers.get('content-type')!,
    )
    expect([elsewhere.statusCode, elsewhere.json()]).toMatchObject([400, { message: 'requests:invalid' }])
    const large = new FormData()
    large.append('supplierId', supplierId)
    large.append('bl', new File([new Uint8Array(16_000_000)], 'BL.csv'))
    const sent = new Response(large)
    const answer = await post(
      '/api/delivery-imports',
      Buffer.from(await sent.arrayBuffer()),
      sent.headers.get('content-type')!,
    )
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { message: 'requests:tooLarge' }])
  })

  test('the files and suppliers of another pharmacy do not exist here', async () => {
    const stranger = await openShop(`delivery imports stranger ${count}`)
    const { id } = await send(twoLines)
    const theirs = as(stranger.stocks.token)
    await expect(theirs.call(deliveryImports.read, { params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(theirs.call(deliveryImports.create, { body: { supplierId, bl: twoLines } })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
  })
})

describe('an opening stock', () => {
  const owner = () => as(shop.titulaire.token)
  const read = (file: File) => owner().call(deliveryImports.create, { body: { bl: file } })
  const enter = (id: string, makesProducts = true) =>
    owner().call(deliveryImports.enter, { params: { id }, body: { makesProducts } })
  const stockFile = (lines: readonly string[]) =>
    noteFile(['CIP;Désignation;Stock;Prix achat;Prix public;Lot;Péremption', ...lines], 'stock.csv')
  const lines = [
    '3400935955838;DOLIPRANE 1000MG;12;890;1250;D7;30/06/2028',
    '3400935955838;DOLIPRANE 1000MG;3;890;1250;d 7;30/06/2028',
    '3400935955838;DOLIPRANE 1000MG;5;900;1250;D8;31/12/2028',
    ';SERUM PHYSIO 10 ml;40;100;150;;',
    ';RUPTURE DE STOCK 1 g;0;100;150;;',
  ]

  test('becomes lots with their quantities, costs and prices, and no delivery', async () => {
    const { id, supplierId: of, profile } = await read(stockFile(lines))
    expect(of).toBeNull()
    expect(profile.columns).toMatchObject({ delivered: 'Stock', purchasePrice: 'Prix achat', lot: 'Lot' })
    const deliveredBefore = (await owner().call(deliveries.list, { query: {} })).total
    expect(await enter(id)).toEqual({ lots: 3, units: 60, products: 2, value: 15 * 890 + 5 * 900 + 40 * 100 })
    const { stockItems: lots } = await owner().call(pharmacyProducts.read, { params: { id: shop.products[0] } })
    expect(lots.filter(({ lot }) => lot?.startsWith('D'))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lot: 'D7', quantity: 15, expiresOn: '2028-06-30', salePrice: 1250 }) as object,
        expect.objectContaining({ lot: 'D8', quantity: 5, expiresOn: '2028-12-31', salePrice: 1250 }) as object,
      ]),
    )
    const { rows } = await database.read(shop.id, (tx) =>
      sql`select o.private_label as label, i.quantity, i.purchase_price as cost, m.cause
        from pharmacy_products o join stock_items i on i.pharmacy_id = o.pharmacy_id and i.pharmacy_product_id = o.id
          join stock_movements m on m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id
        where o.pharmacy_id = ${shop.id} and o.private_label = 'SERUM PHYSIO 10 ml'`.execute(tx),
    )
    expect(rows).toEqual([{ label: 'SERUM PHYSIO 10 ml', quantity: 40, cost: 100, cause: 'initial' }])
    expect((await owner().call(deliveries.list, { query: {} })).total).toBe(deliveredBefore)
    // The file is entered once, and so is each lot of it.
    await expect(enter(id)).rejects.toMatchObject({ message: 'requests:conflict' })
    const again = await read(stockFile([lines[2]!]))
    await expect(enter(again.id)).rejects.toMatchObject({
      message: 'deliveryImports:invalidRows',
      details: { rows: [{ line: 2, reasons: [{ field: 'lot', text: 'Ce lot est déjà en stock.' }] }] },
    })
  })

  test('of no known product needs the decision to make one; without a cost or a price nothing is entered', async () => {
    const before = await rowCounts()
    const unknown = await read(stockFile([lines[3]!]))
    await expect(enter(unknown.id, false)).rejects.toMatchObject({ message: 'requests:invalid' })
    const poor = await read(stockFile([...lines, ';COTON 100 g;4;;150;;', ';GAZE;4;100;;;']))
    await expect(enter(poor.id)).rejects.toMatchObject({
      message: 'deliveryImports:invalidRows',
      details: {
        errors: 2,
        rows: [
          { line: 7, reasons: [{ field: 'purchasePrice' }] },
          { line: 8, reasons: [{ field: 'salePrice' }] },
        ],
      },
    })
    const { delivery_imports: _, ...others } = await rowCounts()
    expect(others).toEqual(Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'delivery_imports')))
  })

  test('is no note of a supplier, and a note is no opening stock', async () => {
    const note = await send(twoLines)
    await expect(enter(note.id)).rejects.toMatchObject({ message: 'requests:conflict' })
    const { id } = await read(stockFile(lines))
    await expect(book(id, { bl: 'B1' })).rejects.toMatchObject({ message: 'requests:conflict' })
  })
})
