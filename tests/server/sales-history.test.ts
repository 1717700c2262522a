import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { sales, type Sale } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, hints, openShop } = await testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop('history')
})

const close = (of: Parameters<typeof aSale>[1] = {}): Promise<Sale> =>
  as(shop.vendeur.token).call(sales.close, { body: aSale(shop, of) })
const historyOf = (id: string) => as(shop.vendeur.token).call(sales.history, { params: { id } })
const setDate = (id: string, soldAt: string, token = shop.titulaire.token) =>
  as(token).call(sales.setDate, { params: { id }, body: { soldAt, reason: 'Saisie après coup' } })
const minutes = (count: number): string => new Date(clock.now.getTime() + count * 60_000).toISOString()

describe('the history of a sale', () => {
  test('of one to which nothing happened is its closing', async () => {
    const sale = await close({ soldAt: minutes(-30) })
    expect(await historyOf(sale.id)).toEqual({
      versions: [
        {
          id: sale.id,
          number: sale.number,
          version: 1,
          status: 'CLOSED',
          total: 1000,
          soldAt: sale.soldAt,
          receivedAt: sale.receivedAt,
          sellerName: 'DOSSOU Afi',
        },
      ],
      events: [{ kind: 'closed', saleId: sale.id, at: sale.soldAt, byName: 'DOSSOU Afi', sentByName: null }],
      grants: [],
    })
  })

  test('is that of all its versions, asked by any of them, oldest first', async () => {
    const versions = [
      await close({ soldAt: minutes(-50) }),
      await close({ soldAt: minutes(-40) }),
      await close({ soldAt: minutes(-30) }),
    ] as const
    await database.write(shop.id, async (tx) => {
      for (const [place, sale] of versions.entries()) {
        const [before, after] = [versions[place - 1], versions[place + 1]]
        await tx
          .updateTable('sales')
          .set({
            version: place + 1,
            replaces: before?.id ?? null,
            replaced_by: after?.id ?? null,
            ...(after
              ? {
                  status: 'CANCELED',
                  canceled_at: new Date(after.soldAt),
                  canceled_by: shop.pharmacien.id,
                  cancel_reason: 'Remplacée',
                }
              : {}),
          })
          .where('id', '=', sale.id)
          .execute()
      }
    })
    const [first, second, third] = versions
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: third.id },
      body: aReturn(shop, third, [{ line: 0, quantity: 1 }], { returnedAt: minutes(-10), reason: 'Erreur de produit' }),
    })

    const told = await historyOf(second.id)

    expect(told.versions.map(({ id, version, status }) => [id, version, status])).toEqual([
      [first.id, 1, 'CANCELED'],
      [second.id, 2, 'CANCELED'],
      [third.id, 3, 'CLOSED'],
    ])
    expect(told.events).toEqual([
      { kind: 'closed', saleId: first.id, at: first.soldAt, byName: 'DOSSOU Afi', sentByName: null },
      {
        kind: 'canceled',
        saleId: first.id,
        at: second.soldAt,
        byName: 'AGBO Kossi',
        reason: 'Remplacée',
        replacedBy: second.id,
      },
      { kind: 'closed', saleId: second.id, at: second.soldAt, byName: 'DOSSOU Afi', sentByName: null },
      {
        kind: 'canceled',
        saleId: second.id,
        at: third.soldAt,
        byName: 'AGBO Kossi',
        reason: 'Remplacée',
        replacedBy: third.id,
      },
      { kind: 'closed', saleId: third.id, at: third.soldAt, byName: 'DOSSOU Afi', sentByName: null },
      {
        kind: 'returned',
        saleId: third.id,
        at: minutes(-10),
        byName: 'AGBO Kossi',
        reason: 'Erreur de produit',
        number: 1,
        total: 1000,
      },
    ])
    expect(await historyOf(first.id)).toEqual(told)
    expect(await historyOf(third.id)).toEqual(told)
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: first.id } })).toMatchObject({
      version: 1,
      status: 'CANCELED',
      replacedBy: second.id,
      cancellation: { at: second.soldAt, byName: 'AGBO Kossi', reason: 'Remplacée' },
    })
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: second.id } })).toMatchObject({
      version: 2,
      replaces: first.id,
      replacedBy: third.id,
    })
  })

  test('of what is no sale of this pharmacy is not found', async () => {
    await expect(historyOf(randomUUID())).rejects.toMatchObject({ message: 'requests:notFound' })
    const other = await openShop('history of others')
    const sale = await close()
    await expect(as(other.vendeur.token).call(sales.history, { params: { id: sale.id } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
  })
})

describe('a corrected date', () => {
  test('is the sale’s from then on; the ledgers keep their hour, and the history says who', async () => {
    const sale = await close({ soldAt: minutes(-5) })
    const ledgers = () =>
      database.read(shop.id, (tx) =>
        tx.selectFrom('register_movements').select('at').where('sale_id', '=', sale.id).execute(),
      )
    const before = await ledgers()

    const moved = await setDate(sale.id, '2026-03-10T10:00:00.000Z')

    expect(moved).toEqual({ ...sale, soldAt: '2026-03-10T10:00:00.000Z' })
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toEqual(moved)
    expect(await ledgers()).toEqual(before)
    expect((await historyOf(sale.id)).events).toEqual([
      { kind: 'closed', saleId: sale.id, at: minutes(-5), byName: 'DOSSOU Afi', sentByName: null },
      {
        kind: 'date',
        saleId: sale.id,
        at: clock.now.toISOString(),
        byName: 'HOUNKPÈ Rose',
        from: minutes(-5),
        to: '2026-03-10T10:00:00.000Z',
        reason: 'Saisie après coup',
      },
    ])
    const { today } = await as(shop.titulaire.token).call(usage.turnoverStatistics, { query: { day: '2026-03-10' } })
    expect(today).toMatchObject({ turnover: 1000, sales: 1 })
  })

  test('that is the same is no event, nor twice the same one', async () => {
    const sale = await close({ soldAt: minutes(-5) })
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    await setDate(sale.id, sale.soldAt)
    expect(heard).toEqual([])
    const moved = await setDate(sale.id, minutes(-7))
    expect(heard).toContain('sales')
    heard.length = 0
    expect(await setDate(sale.id, minutes(-7))).toEqual(moved)
    stop()
    expect(heard).toEqual([])
    expect((await historyOf(sale.id)).events.map(({ kind }) => kind)).toEqual(['closed', 'date'])
  })

  test('may be a few minutes ahead, as clocks are, and no more', async () => {
    const sale = await close()
    await expect(setDate(sale.id, minutes(11))).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.soldAt' }] },
    })
    expect((await setDate(sale.id, minutes(9))).soldAt).toBe(minutes(9))
  })

  test('moves what a policy used to the day of the sale, and the till reads the patient again', async () => {
    const { policyId } = await aPolicy(database, shop, {
      policy: { ceiling_per_month: 100_000, ceiling_per_day: 10_000 },
    })
    const sale = await close({ payments: [insurance(800, policyId), cash(200)], patientId: shop.patientId })
    const { cursor } = await as(shop.vendeur.token).call(persons.list, { query: { cursor: '', size: 2000 } })
    await setDate(sale.id, '2026-01-10T10:00:00.000Z')
    const { items } = await as(shop.vendeur.token).call(persons.list, { query: { cursor: cursor!, size: 2000 } })
    expect(items.map(({ id }) => id)).toEqual([shop.patientId])
    expect(items[0]!.policies.find(({ id }) => id === policyId)?.uses).toMatchObject({ usedOnDay: 0, usedInMonth: 0 })
  })

  test('has a reason, and none is refused', async () => {
    const sale = await close({ soldAt: minutes(-5) })
    await expect(
      as(shop.titulaire.token).call(sales.setDate, {
        params: { id: sale.id },
        body: { soldAt: minutes(-60), reason: '  ' },
      }),
    ).rejects.toMatchObject({ message: 'requests:invalid', details: { issues: [{ path: 'body.reason' }] } })
  })

  test('goes neither out of a closed register nor into its hours without the right to reopen it', async () => {
    const other = await openShop(`closed dates`)
    const corrects = await aMember(database, other, ['sale.sell', 'sale.date'])
    const reopens = await aMember(database, other, ['sale.sell', 'sale.date', 'register.reopen'])
    const sold = await as(other.vendeur.token).call(sales.close, { body: aSale(other, { soldAt: minutes(-5) }) })
    const openedAt = new Date(clock.now.getTime() - 3 * 86_400_000)
    const earlier = randomUUID()
    await database.platform((tx) =>
      tx
        .insertInto('cash_registers')
        .values({
          pharmacy_id: other.id,
          id: earlier,
          opened_by: other.vendeur.id,
          opened_at: openedAt,
          closed_by: other.vendeur.id,
          closed_at: new Date(openedAt.getTime() + 3_600_000),
        })
        .execute(),
    )
    const inHoursOfEarlier = new Date(openedAt.getTime() + 60_000).toISOString()
    const refused = { message: 'sales:dateOfClosedRegister', status: 409 }
    await expect(setDate(sold.id, inHoursOfEarlier, corrects.token)).rejects.toMatchObject(refused)
    expect((await setDate(sold.id, minutes(-6), corrects.token)).soldAt).toBe(minutes(-6))
    expect((await setDate(sold.id, inHoursOfEarlier, reopens.token)).soldAt).toBe(inHoursOfEarlier)

    await database.platform((tx) =>
      tx
        .updateTable('cash_registers')
        .set({ closed_at: clock.now, closed_by: other.vendeur.id })
        .where('id', '=', sold.registerId)
        .execute(),
    )
    await expect(setDate(sold.id, minutes(-7), corrects.token)).rejects.toMatchObject(refused)
    expect((await setDate(sold.id, minutes(-7), reopens.token)).soldAt).toBe(minutes(-7))
  })

  test('is refused for a canceled sale, for who may not, and for what is no sale', async () => {
    const sale = await close({ lines: [lineOf(shop, 1)] })
    const seller = await aMember(database, shop, ['sale.sell', 'sale.cancel'])
    await expect(setDate(sale.id, minutes(-60), seller.token)).rejects.toMatchObject({ message: 'auth:forbidden' })
    await expect(setDate(randomUUID(), minutes(-60))).rejects.toMatchObject({ message: 'requests:notFound' })
    await database.write(shop.id, (tx) =>
      tx.updateTable('sales').set({ status: 'CANCELED' }).where('id', '=', sale.id).execute(),
    )
    await expect(setDate(sale.id, minutes(-60))).rejects.toMatchObject({
      message: 'sales:cannotEditCanceledSale',
      status: 409,
    })
  })
})

test('the list tells what was replaced apart from what was canceled by hand', async () => {
  const other = await openShop('replaced list')
  const seller = as(other.vendeur.token)
  const [old, canceled] = [aSale(other), aSale(other)]
  for (const body of [old, canceled]) await seller.call(sales.close, { body })
  await as(other.terminal.token).call(sales.close, { body: aVersionOf(other, old) })
  await as(other.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(other) })
  const found = async (status: 'CANCELED' | 'REPLACED') =>
    (await seller.call(sales.list, { query: { status } })).items.map(({ id }) => id).sort()
  expect([await found('REPLACED'), await found('CANCELED')]).toEqual([[old.id], [old.id, canceled.id].sort()])
})
