import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { parkedSales } from '#shared/contract/parked-sales.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { aParkedContent } from '#tests/server/support/parking.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0
const terminals = [randomUUID(), randomUUID(), randomUUID()] as const
const seconds = (n: number): void => void (clock.now = new Date(clock.now.getTime() + n * 1000))

beforeEach(async () => {
  shop = await openShop(`parking ${count++}`)
})

const park = (
  id: string,
  content = aParkedContent(shop),
  { token = shop.vendeur.token, terminalId = terminals[0] as string } = {},
) => as(token).call(parkedSales.park, { params: { id }, body: { terminalId, content } })
const take = (id: string, { token = shop.pharmacien.token, terminalId = terminals[1] as string, version = 1 } = {}) =>
  as(token).call(parkedSales.take, { params: { id }, body: { terminalId, version } })
const confirm = (id: string, terminalId: string = terminals[1], version = 1) =>
  as(shop.terminal.token).call(parkedSales.confirm, { params: { id }, body: { terminalId, version } })
const waiting = () => as(shop.vendeur.token).call(parkedSales.list, {})

describe('a sale that is parked', () => {
  test('waits for everybody with what it is worth, oldest first, and reserves nothing', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const content = aParkedContent(shop, {
      vouchers: [{ id: randomUUID(), label: 'Livraison', quantity: 2, price: 500 }],
    })
    const answer = await park(second, content)
    const parkedAt = clock.now.toISOString()
    seconds(-60)
    await park(first, aParkedContent(shop, { identifier: 'K2-1', patient: null }), { token: shop.pharmacien.token })
    expect(answer).toEqual({
      id: second,
      version: 1,
      identifier: 'K1-7',
      parkedAt,
      parkedBy: shop.vendeur.id,
      parkedByName: 'DOSSOU Afi',
      patientName: 'ZINSOU Aurèle',
      firstLine: content.records[0]!.label,
      lines: 2,
      boxes: 3,
      total: 2000,
      toCollect: null,
      sentBack: null,
      takenBy: null,
    })
    expect(await waiting()).toEqual([
      expect.objectContaining({
        id: first,
        identifier: 'K2-1',
        parkedByName: 'AGBO Kossi',
        patientName: null,
        lines: 1,
        total: 1000,
      }),
      answer,
    ])
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(100)
    seconds(60)
  })

  test('of services alone is named after the first of them', async () => {
    const vouchers = ['Livraison', 'Prise de tension'].map((label) => ({
      id: randomUUID(),
      label,
      quantity: 1,
      price: 500,
    }))
    expect(await park(randomUUID(), aParkedContent(shop, { records: [], vouchers }))).toMatchObject({
      firstLine: 'Livraison',
      lines: 2,
    })
  })

  test('with the same content again is the same, with another one a version further; every till hears of a change only', async () => {
    const id = randomUUID()
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    const content = aParkedContent(shop)
    const first = await park(id, content)
    seconds(5)
    // the order of keys says nothing
    expect(await park(id, Object.fromEntries(Object.entries(content).toReversed()) as typeof content)).toEqual(first)
    expect(await park(id, { ...content, revision: 2 })).toMatchObject({ version: 2, parkedAt: clock.now.toISOString() })
    stop()
    expect(heard).toEqual(['parked-sales', 'parked-sales'])
    expect(await waiting()).toHaveLength(1)
  })

  test('is refused once it was closed, and no longer waits when it is closed later', async () => {
    const sale = aSale(shop)
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    await expect(park(sale.id)).rejects.toMatchObject({ message: 'requests:conflict', status: 409 })
    const later = aSale(shop, { lines: [lineOf(shop, 1)] })
    await park(later.id)
    await as(shop.vendeur.token).call(sales.close, { body: later })
    expect(await waiting()).toEqual([])
    await expect(take(later.id)).rejects.toMatchObject({ message: 'requests:conflict' })
  })

  test('keeps its patient, and whose credit it would use, from being archived', async () => {
    const id = randomUUID()
    await park(
      id,
      aParkedContent(shop, {
        payments: [{ id: randomUUID(), type: 'CREDIT', amount: 1000, creditMetadata: { person: shop.debtorId } }],
      }),
    )
    for (const person of [shop.patientId, shop.debtorId]) {
      await expect(as(shop.titulaire.token).call(persons.remove, { params: { id: person } })).rejects.toMatchObject({
        message: 'persons:archiveUnclosedBillsOrSales',
        details: { sales: 1 },
      })
    }
    await take(id)
    await confirm(id)
    await as(shop.titulaire.token).call(persons.remove, { params: { id: shop.debtorId } })
  })

  test('names a patient of this pharmacy, and amounts that can be counted', async () => {
    const other = await openShop(`parking elsewhere ${count}`)
    const foreign = aParkedContent(shop, { patient: { id: other.patientId, firstName: 'A', lastName: 'B' } })
    await expect(park(randomUUID(), foreign)).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.content.patient.id', message: 'unknown' }] },
    })
    const line = { stockItemId: shop.lots[0], label: 'Or', quantity: 1_000_000, price: 1_000_000_000 }
    const uncountable = aParkedContent(shop, {
      records: Array.from({ length: 10 }, () => ({ id: randomUUID(), ...line })),
    })
    await expect(park(randomUUID(), uncountable)).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.content' }] },
    })
    expect(await waiting()).toEqual([])
  })

  test('is of its pharmacy only', async () => {
    const id = randomUUID()
    await park(id)
    const other = await openShop(`parking stranger ${count}`)
    expect(await as(other.titulaire.token).call(parkedSales.list, {})).toEqual([])
    await expect(take(id, { token: other.titulaire.token })).rejects.toMatchObject({
      message: 'requests:notFound',
      status: 404,
    })
    await as(other.terminal.token).call(parkedSales.confirm, {
      params: { id },
      body: { terminalId: terminals[0], version: 1 },
    })
    expect(await waiting()).toHaveLength(1)
    await expect(park(id, aParkedContent(shop), { token: await openAdmin(database) })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})

describe('taken over', () => {
  test('it comes with everything that was typed, and goes when it has arrived', async () => {
    const id = randomUUID()
    const content = aParkedContent(shop, {
      prescription: {
        prescriber: 'Dr Kpadé',
        prescriberAddress: null,
        prescribedOn: '2026-03-01',
        patientName: 'ZINSOU Aurèle',
        patientAddress: null,
      },
      declinedPolicies: [randomUUID()],
      voucherNumbers: { [randomUUID()]: 'B-2214' },
      replaces: { id: randomUUID(), number: 12 },
      records: [
        {
          id: randomUUID(),
          stockItemId: shop.lots[0],
          label: 'Doliprane 1 g',
          quantity: 3,
          price: 50,
          posology: '1 matin et soir',
          opens: { stockItemId: shop.lots[0], boxes: 1 },
        },
      ],
    })
    await park(id, content)
    expect(await take(id)).toEqual(content)
    expect(await waiting()).toMatchObject([
      {
        id,
        takenBy: {
          name: 'AGBO Kossi',
          terminalId: terminals[1],
          until: new Date(clock.now.getTime() + 120_000).toISOString(),
        },
      },
    ])
    expect(await confirm(id)).toEqual({ id })
    expect(await waiting()).toEqual([])
    expect(await confirm(id)).toEqual({ id })
    await expect(take(id)).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
  })

  test('it is one terminal’s for two minutes: that one may ask again, another hears who has it', async () => {
    const id = randomUUID()
    const content = aParkedContent(shop)
    await park(id, content)
    await take(id)
    await expect(take(id, { token: shop.titulaire.token, terminalId: terminals[2] })).rejects.toMatchObject({
      message: 'parkedSales:taken',
      status: 409,
      details: { byName: 'AGBO Kossi' },
    })
    seconds(100)
    expect(await take(id)).toEqual(content)
    seconds(100)
    await expect(take(id, { token: shop.titulaire.token, terminalId: terminals[2] })).rejects.toMatchObject({
      message: 'parkedSales:taken',
    })
    seconds(21)
    expect(await waiting()).toMatchObject([{ takenBy: null }])
    expect(await take(id, { token: shop.titulaire.token, terminalId: terminals[2] })).toEqual(content)
  })

  test('a late confirmation counts while nobody else has taken it, and takes nothing from who has', async () => {
    const [late, lost] = [randomUUID(), randomUUID()]
    for (const id of [late, lost]) {
      await park(id)
      await take(id)
    }
    seconds(600)
    await take(lost, { token: shop.titulaire.token, terminalId: terminals[2] })
    await confirm(late)
    await confirm(lost)
    expect(await waiting()).toMatchObject([{ id: lost, takenBy: { terminalId: terminals[2] } }])
    await confirm(lost, terminals[0])
    expect(await waiting()).toHaveLength(1)
    await confirm(lost, terminals[2])
    expect(await waiting()).toEqual([])
  })

  test('only as the list showed it', async () => {
    const id = randomUUID()
    await park(id)
    await park(id, aParkedContent(shop, { revision: 2 }))
    await expect(take(id, { version: 1 })).rejects.toMatchObject({ message: 'requests:conflict', status: 409 })
    expect(await take(id, { version: 2 })).toMatchObject({ revision: 2 })
  })

  test('is free for whoever may sell, also a colleague’s, and for nobody else', async () => {
    const [own, colleagues] = [randomUUID(), randomUUID()]
    await park(own)
    await park(colleagues, aParkedContent(shop), { token: shop.pharmacien.token })
    for (const id of [own, colleagues])
      expect(await take(id, { token: shop.vendeur.token })).toMatchObject({ identifier: 'K1-7' })
    await expect(take(own, { token: shop.stocks.token })).rejects.toMatchObject({ message: 'auth:forbidden' })
  })

  test('and parked again by who took it it waits anew, and the confirmation of the first time leaves it there', async () => {
    const id = randomUUID()
    await park(id)
    await take(id)
    await expect(
      park(id, aParkedContent(shop, { revision: 2 }), { token: shop.titulaire.token, terminalId: terminals[2] }),
    ).rejects.toMatchObject({ message: 'parkedSales:taken', details: { byName: 'AGBO Kossi' } })
    const again = aParkedContent(shop, { revision: 3 })
    expect(await park(id, again, { token: shop.pharmacien.token, terminalId: terminals[1] })).toMatchObject({
      version: 2,
      parkedByName: 'AGBO Kossi',
      takenBy: null,
    })
    await confirm(id)
    // who parked it first never heard that it arrived, and tries again with what the colleague went on with
    await expect(park(id)).rejects.toMatchObject({ message: 'requests:conflict' })
    expect(await take(id, { token: shop.pharmacien.token, version: 2 })).toEqual(again)
  })

  test('parked again and taken once more by the same terminal, it stays there when the first confirmation comes late', async () => {
    const id = randomUUID()
    await park(id)
    await take(id)
    await park(id, aParkedContent(shop, { revision: 2 }), { token: shop.pharmacien.token, terminalId: terminals[1] })
    await take(id, { version: 2 })
    await confirm(id, terminals[1], 1)
    expect(await waiting()).toMatchObject([{ id, version: 2 }])
    await confirm(id, terminals[1], 2)
    expect(await waiting()).toEqual([])
  })

  test('and arrived, it is not brought back by who parked it and never heard; who has it parks it a version further', async () => {
    const id = randomUUID()
    const content = aParkedContent(shop)
    await park(id, content)
    await take(id)
    await confirm(id)
    for (const tried of [content, aParkedContent(shop, { revision: 2 })]) {
      await expect(park(id, tried)).rejects.toMatchObject({ message: 'requests:conflict', status: 409 })
      seconds(2 * 24 * 3600)
    }
    expect(await waiting()).toEqual([])
    await expect(take(id)).rejects.toMatchObject({ message: 'requests:notFound' })
    // nothing of its patient is kept, and nothing holds him
    expect(
      await database.read(shop.id, (tx) =>
        tx.selectFrom('parked_sales').select(['content', 'patient_id', 'client_id']).execute(),
      ),
    ).toEqual([{ content: {}, patient_id: null, client_id: null }])

    expect(await park(id, content, { token: shop.pharmacien.token, terminalId: terminals[1] })).toMatchObject({
      version: 2,
      takenBy: null,
    })
    await confirm(id)
    expect(await waiting()).toHaveLength(1)
    expect(await take(id, { token: shop.vendeur.token, terminalId: terminals[0], version: 2 })).toEqual(content)
  })

  test('one’s own and arrived, it may be parked anew; after ten days nothing is left of it', async () => {
    const id = randomUUID()
    await park(id)
    await take(id, { token: shop.vendeur.token, terminalId: terminals[0] })
    await confirm(id, terminals[0])
    expect(await park(id)).toMatchObject({ version: 2 })
    await take(id, { version: 2 })
    await confirm(id, terminals[1], 2)
    const rows = () => database.read(shop.id, (tx) => tx.selectFrom('parked_sales').select('id').execute())
    seconds(10 * 24 * 3600 - 1)
    await confirm(randomUUID())
    expect(await rows()).toHaveLength(1)
    seconds(2)
    await confirm(randomUUID())
    expect(await rows()).toEqual([])
  })

  test('by two terminals at once it is one’s', async () => {
    for (let round = 0; round < 5; round++) {
      const id = randomUUID()
      await park(id)
      const answers = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) =>
          take(id, { token: [shop.pharmacien, shop.titulaire][index % 2]!.token, terminalId: terminals[index % 3]! }),
        ),
      )
      const winners = answers.filter(({ status }) => status === 'fulfilled')
      // each terminal asks twice, and the quickest may
      expect(winners).toHaveLength(2)
      expect(
        answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as Error).message] : [])),
      ).toEqual(Array.from({ length: 4 }, () => 'parkedSales:taken'))
    }
  })
})
