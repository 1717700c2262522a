import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { movements } from '#shared/contract/movements.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales } from '#shared/contract/sales.ts'
import { aDisbursement, aMovement, aReceiptPhoto } from '#tests/server/support/registering.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import { idOf, type Shop, tokenOfSeller } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { app, as, clock, openShop } = await testApp()
clock.now = new Date('2026-03-03T12:00:00.000Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`movements ${count++}`)
})

type Filters = CallInput<typeof movements.report>['query']
const report = (query: Filters = {}) => as(shop.titulaire.token).call(movements.report, { query })
const data = (query: CallInput<typeof movements.movementReportData>['query'] = {}) =>
  as(shop.titulaire.token).call(movements.movementReportData, { query })
const csv = (query: Filters = {}) => as(shop.titulaire.token).call(movements.movementReportCsv, { query })
const sell = (soldAt: string, payments: Payment[], of: Parameters<typeof aSale>[1] = {}) =>
  as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { soldAt, payments, ...of }) })
const mtn = (amount: number): Payment => ({
  id: randomUUID(),
  type: 'MOBILE_MONEY',
  amount,
  phoneOperator: 'MTN',
  transactionReference: 'T',
})
const move = (of: Parameters<typeof aMovement>[1] = {}) =>
  as(tokenOfSeller(shop, (of.seller ?? shop.titulaire).id)).call(movements.create, { body: aMovement(shop, of) })
const payOut = (body: ReturnType<typeof aDisbursement>, token = tokenOfSeller(shop, body.sellerId)) =>
  as(token).call(disbursements.create, { body })

describe('the ledger', () => {
  beforeEach(async () => {
    // half past midnight on the 2nd, in Cotonou
    await sell('2026-03-01T23:30:00.000Z', [cash(1000, 5000)])
    await sell('2026-03-02T09:00:00.000Z', [mtn(400), cash(600)], { patientId: shop.patientId })
    await payOut(aDisbursement(shop, { amount: 3000, spentAt: '2026-03-02T09:30:00.000Z' }))
    await move({
      gesture: { kind: 'collection', type: 'MOBILE_MONEY', operator: 'Moov', clientId: shop.organizationId },
      amount: 700,
      occurredAt: '2026-03-02T23:00:00.000Z',
    })
  })

  test('tells every franc by when it happened, newest first, with whose it is', async () => {
    const { items, next } = await data()
    expect(
      items.map(({ occurredAt, kind, type, operator, amount, userName, saleNumber, clientName }) => [
        occurredAt,
        kind,
        type,
        operator,
        amount,
        userName,
        saleNumber,
        clientName,
      ]),
    ).toEqual([
      [
        '2026-03-02T23:00:00.000Z',
        'collection',
        'MOBILE_MONEY',
        'Moov',
        700,
        'HOUNKPÈ Rose',
        null,
        'Mairie de Cotonou',
      ],
      ['2026-03-02T09:30:00.000Z', 'disbursement', 'DISBURSEMENT', null, -3000, 'HOUNKPÈ Rose', null, null],
      ['2026-03-02T09:00:00.000Z', 'sale', 'CASH', null, 600, 'DOSSOU Afi', 2, 'ZINSOU Aurèle'],
      ['2026-03-02T09:00:00.000Z', 'sale', 'MOBILE_MONEY', 'MTN', 400, 'DOSSOU Afi', 2, 'ZINSOU Aurèle'],
      // change is never income
      ['2026-03-01T23:30:00.000Z', 'sale', 'CASH', null, 1000, 'DOSSOU Afi', 1, null],
    ])
    expect(next).toBeNull()
  })

  test.each<[string, () => Filters, number[]]>([
    ['a day of the pharmacy', () => ({ from: '2026-03-02', to: '2026-03-02' }), [-3000, 600, 400, 1000]],
    ['from a day on', () => ({ from: '2026-03-03' }), [700]],
    ['a type', () => ({ type: 'MOBILE_MONEY' }), [700, 400]],
    ['several types', () => ({ type: 'MOBILE_MONEY,DISBURSEMENT' }), [700, -3000, 400]],
    ['a word of the client', () => ({ search: 'aurele' }), [600, 400]],
    ['a word of an organization', () => ({ search: 'cotonou mairie' }), [700]],
    ['the user, accents forgiven', () => ({ search: 'HOUNKPE' }), [700, -3000]],
    ['the operator', () => ({ search: 'mtn' }), [400]],
    ['the number of a sale', () => ({ search: '2' }), [600, 400]],
    ['a word of the note', () => ({ search: 'monnaie' }), [700]],
    ['words of which one is nowhere', () => ({ search: 'dossou aspirine' }), []],
    ['signs without a word', () => ({ search: '%_' }), [700, -3000, 600, 400, 1000]],
    ['a kind', () => ({ kind: 'disbursement' }), [-3000]],
    ['several kinds', () => ({ kind: 'disbursement,collection' }), [700, -3000]],
    ['an operator by its exact name', () => ({ operator: 'MTN' }), [400]],
    ['a user', () => ({ userId: shop.vendeur.id }), [600, 400, 1000]],
    ['a client', () => ({ clientId: shop.patientId }), [600, 400]],
    ['a register', () => ({ registerId: shop.registerId }), [700, -3000, 600, 400, 1000]],
    ['a register of nobody', () => ({ registerId: randomUUID() }), []],
  ])('is filtered by %s, sums and lines alike', async (_, filters, amounts) => {
    expect((await data(filters())).items.map(({ amount }) => amount)).toEqual(amounts)
    const { count: counted, totals } = await report(filters())
    expect([counted, totals.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
      amounts.length,
      amounts.reduce((sum, amount) => sum + amount, 0),
    ])
    expect((await csv(filters())).split('\r\n')).toHaveLength(amounts.length + 2)
  })

  test('a type that does not exist is refused by its name', async () => {
    const refusal = { status: 400, details: { issues: [{ path: 'query.type.1' }] } }
    await expect(data({ type: 'CASH,OR' })).rejects.toMatchObject(refusal)
    await expect(report({ type: 'CASH,OR' })).rejects.toMatchObject(refusal)
  })

  test('is searched from a cursor on, as without words', async () => {
    const first = await data({ search: 'dossou', size: 2 })
    const second = await data({ search: 'dossou', size: 2, cursor: first.next! })
    expect([...first.items, ...second.items].map(({ amount }) => amount)).toEqual([600, 400, 1000])
  })

  test('is added up by the hours of the pharmacy', async () => {
    expect((await report({ from: '2026-03-02', to: '2026-03-02' })).hours).toEqual([
      { hour: 0, type: 'CASH', amount: 1000 },
      { hour: 10, type: 'CASH', amount: 600 },
      { hour: 10, type: 'DISBURSEMENT', amount: -3000 },
      { hour: 10, type: 'MOBILE_MONEY', amount: 400 },
    ])
  })

  test('is read page by page, and what comes in meanwhile puts nothing out of place', async () => {
    const first = await data({ size: 2 })
    await sell('2026-03-03T08:00:00.000Z', [cash(1000)])
    const second = await data({ size: 2, cursor: first.next! })
    const third = await data({ size: 2, cursor: second.next! })
    expect([...first.items, ...second.items, ...third.items].map(({ amount }) => amount)).toEqual([
      700, -3000, 600, 400, 1000,
    ])
    expect(third.next).toBeNull()
  })

  test('misses nothing between two pages where a clock tells less than a millisecond', async () => {
    const wanted = ['123456', '123789', '123999'].map((fraction) => ({
      occurredAt: `2026-03-03T09:00:00.${fraction}Z`,
    }))
    for (const moment of wanted) await move(moment)
    await sell('2026-03-03T09:00:00.123111Z', [cash(1000)])
    const pages: string[] = []
    for (let cursor: string | undefined; ;) {
      const { items, next } = await data({ from: '2026-03-03', size: 1, ...(cursor && { cursor }) })
      pages.push(...items.map(({ id }) => id))
      if (next === null) break
      cursor = next
    }
    expect(new Set(pages).size).toBe(5)
  })

  test('is a file that a French spreadsheet opens, and runs nothing', async () => {
    await move({ note: '=cmd("x");1', amount: 50, occurredAt: '2026-03-03T09:00:00.000Z' })
    const file = await csv({ from: '2026-03-02' })
    expect(file.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFDate;Heure;Nature;Type;Opérateur;Montant;Utilisateur;Vente;Client;Note',
      `03/03/2026;10:00;Entrée;Espèces;;50;HOUNKPÈ Rose;;;"'=cmd(""x"");1"`,
      '03/03/2026;00:00;Encaissement;Mobile;Moov;700;HOUNKPÈ Rose;;Mairie de Cotonou;Monnaie',
    ])
    const reply = await app.inject({
      url: '/api/movements/movement-report-csv',
      headers: { authorization: `Bearer ${shop.titulaire.token}` },
    })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  })

  test('of a cancelled sale has what it gave back, by the same means', async () => {
    const sale = await sell('2026-03-03T08:00:00.000Z', [mtn(1000)], { patientId: shop.patientId })
    await as(shop.titulaire.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    expect(
      (await data({ from: '2026-03-03', clientId: shop.patientId })).items.map(({ kind, operator, amount }) => [
        kind,
        operator,
        amount,
      ]),
    ).toEqual([
      ['refund', 'MTN', -1000],
      ['sale', 'MTN', 1000],
    ])
  })

  test('of another pharmacy is nobody’s here', async () => {
    const other = await openShop(`movements elsewhere ${count}`)
    expect(await as(other.titulaire.token).call(movements.movementReportData, { query: {} })).toEqual({
      items: [],
      next: null,
    })
  })
})

describe('money moved by hand', () => {
  test('moves once, however often it is sent, and never later than now', async () => {
    const body = aMovement(shop, { occurredAt: '2030-01-01T00:00:00.000Z' })
    await as(shop.titulaire.token).call(movements.create, { body })
    await as(shop.terminal.token).call(movements.create, { body })
    expect((await data()).items).toMatchObject([
      { id: body.id, kind: 'cash-in', amount: 5000, occurredAt: clock.now.toISOString(), note: 'Monnaie' },
    ])
    await expect(
      as(shop.titulaire.token).call(movements.create, { body: { ...body, amount: 6000 } }),
    ).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
  })

  test('leaves for the bank only by who may pay out, and comes from a client of this pharmacy', async () => {
    await expect(move({ seller: shop.vendeur, gesture: { kind: 'deposit' } })).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'disbursement.create' },
    })
    await move({ gesture: { kind: 'deposit' }, amount: 100 })
    expect((await data()).items).toMatchObject([{ kind: 'deposit', type: 'CASH', amount: -100 }])
    await expect(
      move({ gesture: { kind: 'collection', type: 'CASH', operator: null, clientId: randomUUID() } }),
    ).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.clientId', message: 'unknown' }] },
    })
  })

  test.each([0, -1, 1.5, 'mille', 1e15])('is never %s', async (wrong) => {
    await expect(
      as(shop.titulaire.token).call(movements.create, { body: { ...aMovement(shop), amount: wrong as number } }),
    ).rejects.toMatchObject({ message: 'requests:invalid', status: 400 })
    await expect(payOut({ ...aDisbursement(shop), amount: wrong as number })).rejects.toMatchObject({
      message: 'requests:invalid',
      status: 400,
    })
    expect(await data()).toEqual({ items: [], next: null })
  })
})

describe('the list of disbursements', () => {
  const list = (query: CallInput<typeof disbursements.list>['query'] = {}) =>
    as(shop.titulaire.token).call(disbursements.list, { query })
  let water: string

  beforeEach(async () => {
    water = (await as(shop.titulaire.token).call(disbursementReasons.create, { body: { label: 'Eau' } })).id
    for (const of of [
      { amount: 3000, spentAt: '2026-03-01T10:00:00.000Z', note: 'Éclairage' },
      { amount: 200, spentAt: '2026-03-02T08:00:00.000Z', reasonId: water, beneficiary: null },
      { amount: 500, spentAt: '2026-03-02T09:00:00.000Z', beneficiary: 'Abel' },
    ])
      await payOut(aDisbursement(shop, of))
  })
  const numbers = async (query: CallInput<typeof disbursements.list>['query']) =>
    (await list(query)).items.map(({ number }) => number)

  test.each([
    ['number', [1, 2, 3]],
    ['spentAt', [1, 2, 3]],
    ['-spentAt', [3, 2, 1]],
    ['hour', [2, 3, 1]],
    ['reason', [2, 3, 1]],
    ['-reason', [3, 1, 2]],
    // Without a beneficiary or a note: last both ways, newest first.
    ['beneficiary', [3, 1, 2]],
    ['-beneficiary', [1, 3, 2]],
    ['note', [1, 3, 2]],
    ['-note', [1, 3, 2]],
    ['user', [3, 2, 1]],
    ['amount', [2, 3, 1]],
    ['-amount', [1, 3, 2]],
  ] as const)('is sorted by %s, in pages that do not overlap', async (sort, expected) => {
    expect(await numbers({ sort })).toEqual(expected)
    const pages = await Promise.all([0, 1, 2].map((page) => numbers({ sort, page, size: 1 })))
    expect(pages.flat()).toEqual(expected)
  })

  test.each([
    ['the reason', 'eau', [2]],
    ['the beneficiary', 'ABEL', [3]],
    ['the note, accents forgiven', 'eclair', [1]],
    ['who paid, and a reason', 'hounkpe transport', [3, 1]],
    ['its number', '2', [2]],
    ['signs without a word', '%', [3, 2, 1]],
  ])('is searched by %s, with the sum of what is found', async (_, search, expected) => {
    expect(await numbers({ search })).toEqual(expected)
    const { total, amount, items } = await list({ search })
    expect([total, amount]).toEqual([expected.length, items.reduce((sum, each) => sum + each.amount, 0)])
  })

  test('takes several reasons, and refuses what is none by its name', async () => {
    const transport = idOf(shop.id, 'reason')
    expect(await numbers({ reasonId: water })).toEqual([2])
    expect(await numbers({ reasonId: `${transport},${water},${water}` })).toEqual([3, 2, 1])
    await expect(list({ reasonId: `${water},eau` })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: 'query.reasonId.1' }] },
    })
    await expect(list({ sort: 'pharmacy_id' as 'number' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: 'query.sort' }] },
    })
  })
})

describe('a disbursement', () => {
  test('is numbered, named by its reason and made once', async () => {
    const body = aDisbursement(shop, { note: 'Retour de livraison' })
    expect(await payOut(body)).toEqual(await payOut(body, shop.terminal.token))
    await payOut(aDisbursement(shop, { amount: 200, spentAt: '2026-03-01T10:00:00.000Z' }))
    const list = await as(shop.titulaire.token).call(disbursements.list, { query: {} })
    expect(list).toMatchObject({
      total: 2,
      amount: 3200,
      items: [
        {
          number: 1,
          amount: 3000,
          reason: 'Transport',
          beneficiary: 'Zémidjan',
          note: 'Retour de livraison',
          userName: 'HOUNKPÈ Rose',
        },
        { number: 2, amount: 200 },
      ],
    })
    expect(await as(shop.titulaire.token).call(disbursements.list, { query: { to: '2026-03-01' } })).toMatchObject({
      total: 1,
      amount: 200,
    })
    expect(await as(shop.titulaire.token).call(disbursements.read, { params: { id: body.id } })).toEqual(list.items[0])
    await expect(
      as(shop.titulaire.token).call(disbursements.read, { params: { id: randomUUID() } }),
    ).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
  })

  test('is made by who may, for a reason of this pharmacy, also one that was archived meanwhile', async () => {
    await expect(payOut(aDisbursement(shop, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'disbursement.create' },
    })
    await expect(payOut(aDisbursement(shop, { reasonId: randomUUID() }))).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.reasonId', message: 'unknown' }] },
    })
    await as(shop.titulaire.token).call(disbursementReasons.remove, { params: { id: idOf(shop.id, 'reason') } })
    expect(await as(shop.titulaire.token).call(disbursementReasons.all, {})).toEqual([])
    expect(await payOut(aDisbursement(shop))).toMatchObject({ reason: 'Transport' })
  })
})

describe('the photo of a receipt', () => {
  test('is shown byte for byte, once', async () => {
    const paid = aDisbursement(shop)
    const photo = aReceiptPhoto(shop, paid.id)
    const add = (body = photo) => as(shop.terminal.token).call(disbursements.addPhoto, { body })
    await expect(add(aReceiptPhoto(shop, paid.id))).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
    await payOut(paid)
    expect([await add(), await add()]).toEqual([{ id: photo.id }, { id: photo.id }])
    expect(await as(shop.titulaire.token).call(disbursements.photos, { params: { id: paid.id } })).toEqual([
      { id: photo.id, takenAt: photo.takenAt, mime: 'image/jpeg', data: photo.data },
    ])
    await expect(
      add(aReceiptPhoto(shop, paid.id, { data: Buffer.from('no picture').toString('base64') })),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
    await expect(add(aReceiptPhoto(shop, paid.id, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    const other = await openShop(`receipts elsewhere ${count}`)
    await expect(
      as(other.titulaire.token).call(disbursements.photos, { params: { id: paid.id } }),
    ).rejects.toMatchObject({ message: 'requests:notFound' })
  })
})

describe('a reason', () => {
  test('is made, renamed and archived by who sets the pharmacy up, each label once', async () => {
    const titulaire = as(shop.titulaire.token)
    const { id } = await titulaire.call(disbursementReasons.create, { body: { label: 'Entretien' } })
    await expect(titulaire.call(disbursementReasons.create, { body: { label: 'Entretien' } })).rejects.toMatchObject({
      message: 'requests:taken',
    })
    expect(await titulaire.call(disbursementReasons.patch, { params: { id }, body: { label: 'Ménage' } })).toEqual({
      id,
      label: 'Ménage',
      archived: false,
    })
    await titulaire.call(disbursementReasons.remove, { params: { id } })
    expect(
      (await titulaire.call(disbursementReasons.list, { query: {} })).items.map(({ label, archived }) => [
        label,
        archived,
      ]),
    ).toEqual([
      ['Transport', false],
      ['Ménage', true],
    ])
    await expect(
      titulaire.call(disbursementReasons.patch, { params: { id: randomUUID() }, body: { label: 'x' } }),
    ).rejects.toMatchObject({ message: 'requests:notFound' })
  })
})
