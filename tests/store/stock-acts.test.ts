import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import { NewStockAct } from '#shared/contract/stock-acts.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { uncountedChangesAtom } from '#shared/store/lists/uncounted-sales.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { openingSales } from '#shared/store/sales/opening-sales.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { aPaidSale, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { maker } from '#tests/support/a-patient.ts'
import { openApiEdge, type Asked } from '#tests/support/api-edge.ts'

const product = aProduct(1, { stockItems: [{ ...aProduct(1).stockItems[0]!, units: 30, quantity: 4 }] })
const [box] = product.stockItems
const boxId = box!.id
const units = unitItemIdOf(boxId)

/** What the screens of this terminal show; the list was last asked for at `syncedAt`. */
async function shown(disk: SalesStore, syncedAt: number) {
  const store = createStore()
  store.set(productView.rowsAtom, new Map([[product.id, product]]))
  store.set(productView.stateAtom, (state) => ({ ...state, syncedAt, count: 1 }))
  store.set(snapshotAtom, await disk.snapshot(0))
  return {
    changes: Object.fromEntries(store.get(uncountedChangesAtom)),
    blocked: store
      .get(productsAtom)
      .get(product.id)!
      .stockItems.map(({ blocked }) => blocked),
  }
}
const adjust = { act: 'adjust', stockItemId: boxId, change: -1, reason: 'breakage', note: null } as const

function drain(disk: SalesStore) {
  const outbox = startOutbox(
    disk,
    () => [() => Promise.resolve('terminal')],
    () => undefined,
  )
  onTestFinished(() => outbox.stop())
  return outbox.drainAll()
}

test('acts on a lot count at once, are sent by their calls, and count until the list has them', async () => {
  const disk = openSalesStore(pharmacyId)
  await disk.noteStockAct({ act: 'unpack', stockItemId: boxId, boxes: 2 }, maker)
  await disk.noteStockAct(adjust, maker)
  await disk.noteStockAct({ act: 'quarantine', stockItemId: boxId, note: 'Boîte ouverte' }, maker)
  const offline = { changes: { [boxId]: -3, [units]: 60 }, blocked: ['quarantine'] }
  expect(await shown(disk, 1)).toEqual(offline)

  const sent: Asked[] = []
  await openApiEdge((asked) => {
    if (asked.method !== 'HEAD') sent.push(asked)
    return { status: 200, body: { id: asked.method === 'HEAD' ? '' : (JSON.parse(asked.body) as { id: string }).id } }
  })
  await drain(disk)
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PATCH /pharmacy-products/unpack',
    'PATCH /pharmacy-products/adjust',
    'PATCH /pharmacy-products/block',
  ])
  expect(await disk.outbox()).toEqual([])
  expect(await shown(disk, 1)).toEqual(offline)
  expect(await shown(disk, Date.now() + 1)).toEqual({ changes: {}, blocked: [null] })
})

test('a refused act moved nothing here either; it stays for a decision, and can be sent again or discarded', async () => {
  const disk = openSalesStore(pharmacyId)
  const act = await disk.noteStockAct({ act: 'unpack', stockItemId: boxId, boxes: 5 }, maker)
  await openApiEdge(({ method }) =>
    method === 'HEAD'
      ? { status: 200, body: '' }
      : { status: 422, body: { message: 'stocks:beyondStock', details: { asked: 5, quantity: 4 } } },
  )
  await drain(disk)
  const [row] = (await disk.snapshot(0)).outbox
  expect(row).toMatchObject({ saleId: act.id, errors: [{ message: 'stocks:beyondStock' }] })
  expect((await shown(disk, 1)).changes).toEqual({})
  await disk.sendAgain(row!)
  const [again] = (await disk.snapshot(0)).outbox
  expect(NewStockAct.parse(JSON.parse(again!.payload))).toMatchObject({ id: act.id, revision: 2, boxes: 5 })
})

test('a sale of units waits for the unpacking that opens their box', async () => {
  const disk = openSalesStore(pharmacyId)
  const act = await disk.noteStockAct({ act: 'unpack', stockItemId: boxId, boxes: 1 }, maker)
  const paid = await aPaidSale(disk)
  const sale = await disk.change(paid.id, paid.editCount, (open) => ({
    ...open,
    records: open.records.map((record) => ({ ...record, stockItemId: units })),
  }))
  await disk.end(sale!.id, sale!.editCount, facts)
  const rows = await disk.outbox()
  expect(openingSales(rows)(rows.find(({ kind }) => kind === 'sale')!)).toEqual([act.id])
})

test('nothing is queued that the server could not read', async () => {
  const disk = openSalesStore(pharmacyId)
  await expect(disk.noteStockAct({ ...adjust, change: 0 }, maker)).rejects.toThrow('no change')
  await expect(disk.noteStockAct({ act: 'unpack', stockItemId: boxId, boxes: 0 }, maker)).rejects.toThrow()
  expect(await disk.outbox()).toEqual([])
})
