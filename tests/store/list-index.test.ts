import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { finish } from '#shared/domain/search/search-index.ts'
import { saveIndex } from '#shared/domain/search/saved-index.ts'
import { indexOf } from '#shared/store/lists/list-index.ts'
import type { KeptIndex, ListPage } from '#shared/store/lists/list-meta.ts'
import { projectList } from '#shared/store/lists/list-projection.ts'
import { openListStore, type ListStore } from '#shared/store/lists/list-store.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'

const list = 'pharmacy-products'
const page = (given: Partial<ListPage>): ListPage => ({
  items: [],
  removed: [],
  cursor: '1',
  epoch: 'e1',
  total: 0,
  more: false,
  ...given,
})
const products = [aProduct(1, { label: 'Efferalgan 1 g' }), aProduct(2, { label: 'Amoxicilline 500 mg' })]

/** What a window that opens the list finds. */
async function foundBy(lists: ListStore, ...texts: string[]) {
  const [store, bus] = [createStore(), openBus()]
  const projection = projectList(productView, store, bus, lists)
  await projection.refresh()
  const found = texts.map((text) => store.get(productView.indexAtom)!.index.find(text).ids)
  projection.stop()
  bus.close()
  return found
}

/** An index of other labels, kept in the place of the list's own: who finds by them has restored it. */
async function replaceKept(lists: ListStore, changes: Partial<KeptIndex> = {}) {
  const kept = (await lists.readIndex(list))!
  const other = saveIndex(
    finish(
      indexOf(
        products.map((product) => ({ ...product, label: `Restauré ${product.label}` })),
        productView,
      ),
    ),
  )!
  await lists.keepIndex(list, { ...kept, saved: other, ...changes })
}

test('the window that builds the index keeps it, the next one restores it', async () => {
  const lists = openListStore(pharmacyId)
  await lists.loadPage(list, 0, page({ items: products }), 1)
  expect(await foundBy(lists, 'efferalgan', 'restauré')).toEqual([[products[0]!.id], []])
  await replaceKept(lists)
  expect((await foundBy(lists, 'restauré'))[0]).toHaveLength(2)
  lists.close()
})

test.each([
  ['another build of the application', { build: 'yesterday' }],
  ['a list that the browser threw away', { generation: 'thrown away' }],
  ['another format', { saved: { format: -1 } as unknown as KeptIndex['saved'] }],
])('what was kept by %s is built anew, and kept instead', async (_, foreign) => {
  const lists = openListStore(pharmacyId)
  const { rev } = await lists.loadPage(list, 0, page({ items: products }), 1)
  await foundBy(lists)
  await replaceKept(lists, foreign)
  expect(await foundBy(lists, 'efferalgan', 'restauré')).toEqual([[products[0]!.id], []])
  expect(await lists.readIndex(list)).toMatchObject({ rev, generation: (await lists.readMeta(list)).live!.key })
  expect((await lists.readIndex(list))!.build).not.toBe('yesterday')
  lists.close()
})

test('a restored index knows what changed, came and left since it was kept', async () => {
  const lists = openListStore(pharmacyId)
  const loaded = await lists.loadPage(list, 0, page({ items: products }), 1)
  await foundBy(lists)
  await lists.applyChanges(
    list,
    loaded.rev,
    page({
      items: [aProduct(1, { label: 'Efferalgan 500 mg' }), aProduct(3, { label: 'Spasfon' })],
      removed: [products[1]!.id],
    }),
    2,
  )
  expect(await foundBy(lists, 'efferalgan 500', 'spasfon', 'amoxicilline')).toEqual([
    [products[0]!.id],
    [aProduct(3).id],
    [],
  ])
  expect((await lists.readIndex(list))!.rev).toBe(loaded.rev)
  lists.close()
})

test('when most of the list is newer, the index is kept as it is now', async () => {
  const lists = openListStore(pharmacyId)
  let meta = await lists.loadPage(list, 0, page({ items: products }), 1)
  await foundBy(lists)
  for (let at = 0; at === 0 || meta.live!.patches!.length > 0; at++)
    meta = await lists.applyChanges(list, meta.rev, page({ items: [aProduct(1, { label: `Efferalgan ${at}` })] }), at)
  expect(await foundBy(lists, 'efferalgan 100', 'efferalgan 1 g')).toEqual([[products[0]!.id], []])
  expect((await lists.readIndex(list))!.rev).toBe(meta.rev)
  lists.close()
})

test('an emptied cache keeps no index', async () => {
  const lists = openListStore(pharmacyId)
  await lists.loadPage(list, 0, page({ items: products }), 1)
  await foundBy(lists)
  await lists.clear()
  expect(await lists.readIndex(list)).toBeUndefined()
  lists.close()
})
