import fc from 'fast-check'
import { openDB } from 'idb'
import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { projectList } from '#shared/store/list-projection.ts'
import { openListStore, type ListStore } from '#shared/store/list-store.ts'
import { productView } from '#shared/store/product-list-atoms.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { until } from '#tests/support/api-edge.ts'

function aWindow(lists: ListStore) {
  const [store, bus] = [createStore(), openBus()]
  const projection = projectList(productView, store, bus, lists)
  const end = () => {
    projection.stop()
    bus.close()
  }
  return { store, projection, end }
}

test('what an older version wrote of the products is read as it stands, and changed', async () => {
  const old = await openDB(`officine-cache-${pharmacyId}`, 1, {
    upgrade(upgrading) {
      upgrading.createObjectStore('meta', { keyPath: 'list' })
      upgrading.createObjectStore('chunks')
      upgrading.createObjectStore('pages')
    },
    blocking: (_mine, _newer, event) => (event.target as IDBDatabase).close(),
  })
  await old.put('chunks', { rows: [aProduct(1), aProduct(2)] }, ['pharmacy-products', 1, 0])
  await old.put('meta', { list: 'pharmacy-products', rev: 1, live: { id: 1, cursor: 'c1', epoch: 'e1', count: 2, syncedAt: 100, chunkRevs: [1] }, loading: null, hasError: false })
  const lists = openListStore(pharmacyId)
  const { store, projection, end } = aWindow(lists)
  const shown = () => [1, 2].map((n) => store.get(productView.rowsAtom).get(aProduct(n).id))
  await until('its rows are shown', () => shown()[0] !== undefined)
  expect(shown()).toEqual([aProduct(1), aProduct(2)])
  await lists.applyChanges('pharmacy-products', 1, { items: [aProduct(1, { label: 'Efferalgan 1 g' })], removed: [aProduct(2).id], cursor: 'c2', epoch: 'e1', total: 1, more: false }, 200)
  await projection.refresh()
  expect(shown()).toEqual([aProduct(1, { label: 'Efferalgan 1 g' }), undefined])
  expect(store.get(productView.stateAtom)).toMatchObject({ syncedAt: 200, count: 1 })
  end()
  lists.close()
})

test('whatever changes, and whenever a window looks, it shows the rows that there are and finds no other', async () => {
  const change = fc.record({ item: fc.nat(11), removed: fc.option(fc.nat(11)), looks: fc.constantFrom('one', 'other', 'none') })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 100 }), async (changes) => {
      const lists = openListStore(`${pharmacyId}-${run++}`)
      const [one, other] = [aWindow(lists), aWindow(lists)]
      const plain = new Map([[aProduct(0).id, aProduct(0)]])
      let meta = await lists.loadPage('pharmacy-products', 0, { items: [...plain.values()], removed: [], cursor: '', epoch: 'e', total: 1, more: false }, 0)
      for (const [at, { item, removed, looks }] of changes.entries()) {
        const changed = aProduct(item, { brand: `Marque ${at}` })
        const gone = removed === null ? [] : [aProduct(removed).id]
        plain.set(changed.id, changed)
        for (const id of gone) plain.delete(id)
        meta = await lists.applyChanges('pharmacy-products', meta.rev, { items: [changed], removed: gone, cursor: String(at), epoch: 'e', total: plain.size, more: false }, at)
        if (looks !== 'none') await (looks === 'one' ? one : other).projection.refresh()
      }
      for (const { store, projection, end } of [one, other]) {
        await projection.refresh()
        expect(new Map(store.get(productView.rowsAtom))).toEqual(plain)
        expect(store.get(productView.indexAtom)!.index.find('doliprane').ids.toSorted()).toEqual([...plain.keys()].toSorted())
        end()
      }
      lists.close()
    }),
    { numRuns: 40 },
  )
})
