import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { keepListFresh } from '#shared/store/list-refresh.ts'
import { openListStore } from '#shared/store/list-store.ts'
import { listStateAtom, productIndexAtom, productsAtom, projectProducts } from '#shared/store/product-list-atoms.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { openApiEdge, until, type Asked } from '#tests/support/api-edge.ts'

/** A server that gives its changes by cursor, `size` at a time, as the contract says. */
function aShelf(products: PharmacyProduct[], given: { epoch?: string; removed?: string[] } = {}) {
  const shelf = { changes: products, removed: given.removed ?? [], epoch: given.epoch ?? 'e1', isDown: false }
  const answer = ({ query }: Asked) => {
    if (shelf.isDown) return { status: 503, body: { message: 'internal' } }
    const from = Number(query.get('cursor') || 0)
    const to = from + Number(query.get('size'))
    const more = to < shelf.changes.length
    return { status: 200, body: { items: shelf.changes.slice(from, to), total: shelf.changes.length, cursor: String(Math.min(to, shelf.changes.length)), more, epoch: shelf.epoch, removed: from > 0 ? shelf.removed : [] } }
  }
  return { shelf, answer }
}

function aWindow(lists = openListStore(pharmacyId)) {
  const [store, bus] = [createStore(), openBus()]
  const projection = projectProducts(store, bus, lists)
  onTestFinished(() => {
    projection.stop()
    bus.close()
    lists.close()
  })
  const find = (text: string) => store.get(productIndexAtom)?.index.find(text).ids ?? []
  return { store, lists, projection, find, label: (id: string) => store.get(productsAtom).get(id)?.label, state: () => store.get(listStateAtom) }
}

function aLeader() {
  const window = aWindow()
  const fresh = keepListFresh('pharmacy-products', window.lists, () => window.projection.written())
  onTestFinished(() => fresh.stop())
  return { ...window, fresh }
}

test('the leader loads the list for all windows: rows, index and hour', async () => {
  const { answer } = aShelf(Array.from({ length: 4500 }, (_, n) => aProduct(n)))
  const edge = await openApiEdge(answer)
  const other = aWindow()
  const leader = aLeader()
  await leader.fresh.refresh()
  await until('the other window has it', () => other.state().count === 4500 && other.find('doliprane 4321').length > 0)
  expect(edge.asked.map(({ query }) => [query.get('cursor'), query.get('size')])).toEqual([['', '2000'], ['2000', '2000'], ['4000', '2000']])
  expect(other.find('doliprane 4321')).toEqual([aProduct(4321).id])
  expect(other.state()).toMatchObject({ hasError: false, isLoading: false, progress: null })
})

test('a change reaches row, index and rank of every window without reading everything again', async () => {
  const { shelf, answer } = aShelf(Array.from({ length: 600 }, (_, n) => aProduct(n)))
  const edge = await openApiEdge(answer)
  const [leader, other] = [aLeader(), aWindow()]
  await leader.fresh.refresh()
  await until('the first load', () => other.state().count === 600)
  const untouched = other.store.get(productsAtom).get(aProduct(5).id)
  shelf.changes = [...shelf.changes, aProduct(7, { label: 'Efferalgan 1 g efferv. B/8' }), aProduct(9, { archived: true })]
  shelf.removed = [aProduct(8).id]
  await leader.fresh.refresh()
  await until('the other window shows it', () => other.label(aProduct(7).id) === 'Efferalgan 1 g efferv. B/8')
  expect(edge.asked.at(-1)?.query.get('size')).toBe('200')
  expect(other.find('efferalgan')).toEqual([aProduct(7).id])
  expect(other.find('doliprane 8')).not.toContain(aProduct(8).id)
  expect(other.find('doliprane 9')).not.toContain(aProduct(9).id)
  expect(other.state().count).toBe(599)
  expect(other.store.get(productsAtom).get(aProduct(5).id)).toBe(untouched)
})

test('the server fails: the old list stays, flagged, and works', async () => {
  const { shelf, answer } = aShelf([aProduct(1)])
  await openApiEdge(answer)
  const leader = aLeader()
  await leader.fresh.refresh()
  const { syncedAt } = leader.state()
  shelf.isDown = true
  await leader.fresh.refresh()
  expect(leader.state()).toMatchObject({ hasError: true, syncedAt, count: 1 })
  expect(leader.find('doliprane')).toEqual([aProduct(1).id])
})

test('the server was rebuilt: the list is read again from its start', async () => {
  const { shelf, answer } = aShelf([aProduct(1), aProduct(2)])
  await openApiEdge(answer)
  const leader = aLeader()
  await leader.fresh.refresh()
  Object.assign(shelf, { epoch: 'e2', changes: [aProduct(3)] })
  await leader.fresh.refresh()
  expect([leader.find('doliprane'), leader.state().count]).toEqual([[aProduct(3).id], 1])
})

test('a terminal that starts without a network shows its last list', async () => {
  const { answer } = aShelf([aProduct(1)])
  await openApiEdge(answer)
  await aLeader().fresh.refresh()
  const started = aWindow(openListStore(pharmacyId))
  await until('the index stands', () => started.find('doliprane').length === 1)
  expect(started.state().syncedAt).toBeTypeOf('number')
})
