import { expect, onTestFinished, test } from 'vitest'
import { NewMissedSale } from '#shared/contract/missed-sales.ts'
import { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { resumeSale } from '#shared/domain/local-sale.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { largestPhotoBytes } from '#shared/store/sales/photo-store.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aPaidSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { maker } from '#tests/support/a-patient.ts'
import { openApiEdge, type Answer, type Asked } from '#tests/support/api-edge.ts'

const takeAll = (asked: Asked): Answer =>
  asked.path === '/sales'
    ? accepted(asked.body)
    : {
        status: 201,
        body:
          asked.path === '/missed-sales'
            ? { ...(JSON.parse(asked.body) as object), byName: 'DOSSOU Aurèle' }
            : { id: (JSON.parse(asked.body) as { id: string }).id },
      }
const paths = (asked: readonly Asked[]) => asked.map(({ path }) => path)
const aPicture = (saleId: string, size = 20_000) => ({
  saleId,
  paymentId: null,
  mime: 'image/jpeg' as const,
  bytes: Uint8Array.from({ length: size }, (_, at) => at % 251),
})
const missed = {
  pharmacyProductId: null,
  label: 'Coartem 20/120 mg',
  quantity: 2,
  price: 1500,
  reason: 'absent' as const,
}

function anOutbox(store: SalesStore) {
  const outbox = startOutbox(
    store,
    () => [() => Promise.resolve('member')],
    () => Promise.resolve(),
  )
  onTestFinished(() => outbox.stop())
  return outbox
}

test('a photo goes after its sale, byte for byte, and leaves the disk when the server has it', async () => {
  const edge = await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  const open = await aPaidSale(store)
  const photo = await store.notePhoto({ ...aPicture(open.id), paymentId: open.payments[0]!.id }, maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  // Its sale is still being typed: nothing goes, nothing is refused.
  expect(edge.asked).toEqual([])
  await store.end(open.id, open.editCount, facts)
  await outbox.drain()
  expect(paths(edge.asked)).toEqual(['/sales', '/sales/photos'])
  const sent = JSON.parse(edge.asked[1]!.body) as NewSalePhoto
  expect(NewSalePhoto.parse(sent)).toEqual(sent)
  expect(sent).toMatchObject({
    id: photo.id,
    revision: 1,
    saleId: open.id,
    paymentId: open.payments[0]!.id,
    mime: 'image/jpeg',
    ...maker,
  })
  expect(new Uint8Array(Buffer.from(sent.data, 'base64'))).toEqual(photo.bytes)
  expect([await store.readPhoto(photo.id), await store.outbox()]).toEqual([undefined, []])
})

test('the photo of a refused sale waits with it, and of one that the server has had for long goes at once', async () => {
  let isRefusing = true
  const edge = await openApiEdge((asked) =>
    isRefusing && asked.path === '/sales' ? { status: 422, body: { message: 'sales:totalMismatch' } } : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(store)
  await store.notePhoto(aPicture(sale.id), maker)
  await store.notePhoto(aPicture(crypto.randomUUID()), maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(paths(edge.asked)).toEqual(['/sales', '/sales/photos'])
  isRefusing = false
  const [refused] = (await store.snapshot(0)).sales
  const resumed = (await store.change(refused!.id, refused!.editCount, (stored) =>
    resumeSale(stored, aurele.userId, aurele.sessionId),
  ))!
  await store.end(resumed.id, resumed.editCount, facts)
  await outbox.drain()
  expect(paths(edge.asked).slice(2)).toEqual(['/sales', '/sales/photos'])
  expect((JSON.parse(edge.asked[3]!.body) as NewSalePhoto).saleId).toBe((JSON.parse(edge.asked[2]!.body) as NewSale).id)
})

test('photos go last: nobody waits for them', async () => {
  const edge = await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  await store.notePhoto(aPicture(crypto.randomUUID()), maker)
  await anEndedSale(store)
  await store.noteMissedSale(missed, maker)
  await anOutbox(store).drain()
  expect(paths(edge.asked)).toEqual(['/sales', '/missed-sales', '/sales/photos'])
})

test('a photo that nobody shrunk is refused before it is kept, and so is nothing at all', async () => {
  const store = openSalesStore(pharmacyId)
  for (const size of [0, largestPhotoBytes + 1])
    await expect(store.notePhoto(aPicture(crypto.randomUUID(), size), maker)).rejects.toThrow(RangeError)
  expect(await store.outbox()).toEqual([])
  // The largest one is what the contract takes.
  const photo = await store.notePhoto(aPicture(crypto.randomUUID(), largestPhotoBytes), maker)
  expect(NewSalePhoto.shape.data.safeParse(Buffer.from(photo.bytes).toString('base64')).success).toBe(true)
})

test('a sale that is thrown away takes its photos along', async () => {
  const edge = await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  const sale = await store.create(aurele)
  const [gone, kept] = [
    await store.notePhoto(aPicture(sale.id), maker),
    await store.notePhoto(aPicture(crypto.randomUUID()), maker),
  ]
  await store.change(sale.id, sale.editCount, () => null)
  expect(await store.readPhoto(gone.id)).toBeUndefined()
  await anOutbox(store).drain()
  expect(edge.asked.map(({ body }) => (JSON.parse(body) as NewSalePhoto).id)).toEqual([kept.id])
})

test('a missed sale is noted without a network and sent once, as the contract asks', async () => {
  const edge = await openApiEdge((asked) => (edge.asked.length === 1 ? 'hang up' : takeAll(asked)))
  const store = openSalesStore(pharmacyId)
  const noted = await store.noteMissedSale({ ...missed, label: '  Coartem 20/120 mg ' }, maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  await outbox.drainAll()
  expect(edge.asked[1]!.body).toBe(edge.asked[0]!.body)
  expect(NewMissedSale.parse(JSON.parse(edge.asked[1]!.body))).toEqual(noted)
  expect(noted).toMatchObject({ ...missed, ...maker, revision: 1 })
  expect((await store.snapshot(0)).outbox).toEqual([])
  for (const wrong of [{ label: ' ' }, { quantity: 0 }, { price: -5 }])
    await expect(store.noteMissedSale({ ...missed, ...wrong }, maker)).rejects.toThrow()
  expect(await store.outbox()).toEqual([])
})

test('a missed sale that is held is on the disk, not sent, and may be taken back; once it is sent it may not', async () => {
  const edge = await openApiEdge(takeAll)
  const store = openSalesStore(pharmacyId)
  const [gone, kept] = [
    await store.noteMissedSale(missed, maker, 60_000),
    await store.noteMissedSale({ ...missed, price: null }, maker, 60_000),
  ]
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(edge.asked).toEqual([])
  expect((await store.snapshot(0)).missed).toMatchObject([
    { id: gone.id, value: 3000 },
    { id: kept.id, value: 0 },
  ])
  expect([await store.forgetMissedSale(gone.id), await store.forgetMissedSale(gone.id)]).toEqual([true, false])
  await outbox.drainAll()
  expect(edge.asked.map(({ body }) => (JSON.parse(body) as NewMissedSale).id)).toEqual([kept.id])
  expect(await store.forgetMissedSale(kept.id)).toBe(false)
  // What was sent counts on; what was taken back does not.
  expect((await store.snapshot(0)).missed).toMatchObject([{ id: kept.id }])
})

test('an attempt that nobody answered may have been carried out: it is not taken back', async () => {
  await openApiEdge(() => 'hang up')
  const store = openSalesStore(pharmacyId)
  const { id } = await store.noteMissedSale(missed, maker)
  await anOutbox(store).drain()
  expect([await store.forgetMissedSale(id), (await store.outbox()).length]).toEqual([false, 1])
})

test('a refused missed sale that is let go of does not count any more', async () => {
  await openApiEdge(() => ({ status: 403, body: { message: 'auth:forbidden' } }))
  const store = openSalesStore(pharmacyId)
  await store.noteMissedSale(missed, maker)
  await anOutbox(store).drain()
  const [refused] = (await store.snapshot(0)).outbox
  await store.discardRefused(refused!)
  expect(await store.snapshot(0)).toMatchObject({ missed: [], outbox: [] })
})

test('what was refused stays in sight, holds nothing up, is not sent again by itself; sent again it has the next revision', async () => {
  let isRefusing = true
  const edge = await openApiEdge((asked) =>
    isRefusing && asked.path !== '/sales' ? { status: 404, body: { message: 'requests:notFound' } } : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  await store.noteMissedSale(missed, maker)
  const photo = await store.notePhoto(aPicture(crypto.randomUUID()), maker)
  await anEndedSale(store)
  const outbox = anOutbox(store)
  await outbox.drain()
  await outbox.drainAll()
  expect(edge.asked).toHaveLength(3)
  expect(await store.outbox()).toEqual([])
  const { outbox: refused } = await store.snapshot(0)
  expect(refused).toMatchObject([
    { kind: 'missed-sale', errors: [{ message: 'requests:notFound' }] },
    { kind: 'photo', errors: [{ message: 'requests:notFound' }] },
  ])
  expect(await store.readPhoto(photo.id)).toEqual(photo)
  isRefusing = false
  for (const row of refused) await store.sendAgain(row)
  await outbox.drain()
  const again = edge.asked.slice(3).map(({ body }) => JSON.parse(body) as { id: string; revision: number })
  expect(again).toMatchObject([
    { id: refused[0]!.saleId, revision: 2 },
    { id: photo.id, revision: 2 },
  ])
  expect((await store.snapshot(0)).outbox).toEqual([])
})

test('a refused one can be let go, once; one that waits cannot', async () => {
  await openApiEdge(() => ({ status: 403, body: { message: 'auth:forbidden' } }))
  const store = openSalesStore(pharmacyId)
  const photo = await store.notePhoto(aPicture(crypto.randomUUID()), maker)
  const [waiting] = await store.outbox()
  await store.discardRefused(waiting!)
  expect(await store.outbox()).toHaveLength(1)
  await anOutbox(store).drain()
  const [refused] = (await store.snapshot(0)).outbox
  await Promise.all([store.discardRefused(refused!), store.discardRefused(refused!)])
  await store.sendAgain(refused!)
  expect([(await store.snapshot(0)).outbox, await store.readPhoto(photo.id)]).toEqual([[], undefined])
})

test('a crash in the writing of a photo leaves all of it or nothing', async () => {
  const store = openSalesStore(pharmacyId)
  for (const crashAt of ['photos', 'outbox', 'meta']) {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === crashAt) throw new DOMException('the disk is full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    const noted = store.notePhoto(aPicture(crypto.randomUUID()), maker)
    await expect(noted).rejects.toThrow('the disk is full')
    IDBObjectStore.prototype.put = put
    expect(await store.outbox(), crashAt).toEqual([])
  }
})
