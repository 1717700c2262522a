import fc from 'fast-check'
import { openDB } from 'idb'
import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { dropLists } from '#shared/store/disk/disk-watch.ts'
import { projectList } from '#shared/store/lists/list-projection.ts'
import { openListStore, type ListStore } from '#shared/store/lists/list-store.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { until } from '#tests/support/api-edge.ts'
import { runs } from '#tests/support/extent.ts'

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
  await old.put('meta', {
    list: 'pharmacy-products',
    rev: 1,
    live: { id: 1, cursor: 'c1', epoch: 'e1', count: 2, syncedAt: 100, chunkRevs: [1] },
    loading: null,
    hasError: false,
  })
  const lists = openListStore(pharmacyId)
  const { store, projection, end } = aWindow(lists)
  const shown = () => [1, 2].map((n) => store.get(productView.rowsAtom).get(aProduct(n).id))
  await until('its rows are shown', () => shown()[0] !== undefined)
  expect(shown()).toEqual([aProduct(1), aProduct(2)])
  await lists.applyChanges(
    'pharmacy-products',
    1,
    {
      items: [aProduct(1, { label: 'Efferalgan 1 g' })],
      removed: [aProduct(2).id],
      cursor: 'c2',
      epoch: 'e1',
      total: 1,
      more: false,
    },
    200,
  )
  await projection.refresh()
  expect(shown()).toEqual([aProduct(1, { label: 'Efferalgan 1 g' }), undefined])
  expect(store.get(productView.stateAtom)).toMatchObject({ syncedAt: 200, count: 1 })
  end()
  lists.close()
})

test('whatever changes, whenever a window looks, is told or opens anew, it shows the rows that there are and finds no other', async () => {
  const change = fc.record({
    item: fc.nat(11),
    removed: fc.option(fc.nat(11)),
    next: fc.constantFrom('one looks', 'other looks', 'one tells', 'other opens anew', 'nothing'),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 220 }), async (changes) => {
      const lists = openListStore(`${pharmacyId}-${run++}`)
      const one = aWindow(lists)
      let other = aWindow(lists)
      const plain = new Map([[aProduct(0).id, aProduct(0)]])
      let meta = await lists.loadPage(
        'pharmacy-products',
        0,
        { items: [...plain.values()], removed: [], cursor: '', epoch: 'e', total: 1, more: false },
        0,
      )
      for (const [at, { item, removed, next }] of changes.entries()) {
        const changed = aProduct(item, { brand: `Marque ${at}` })
        const gone = removed === null ? [] : [aProduct(removed).id]
        plain.set(changed.id, changed)
        for (const id of gone) plain.delete(id)
        const [since, page] = [
          meta.rev,
          { items: [changed], removed: gone, cursor: String(at), epoch: 'e', total: plain.size, more: false },
        ]
        meta = await lists.applyChanges('pharmacy-products', since, page, at)
        if (next === 'one tells') await one.projection.written({ since, meta, ...page })
        if (next === 'one looks') await one.projection.refresh()
        if (next === 'other looks') await other.projection.refresh()
        if (next === 'other opens anew') {
          other.end()
          other = aWindow(lists)
        }
      }
      for (const { store, projection, end } of [one, other]) {
        await projection.refresh()
        expect(new Map(store.get(productView.rowsAtom))).toEqual(plain)
        const { index } = store.get(productView.indexAtom)!
        expect(index.find('doliprane').ids.toSorted()).toEqual([...plain.keys()].toSorted())
        for (const { id, brand } of plain.values()) expect(index.find(brand!).ids).toContain(id)
        end()
      }
      lists.close()
    }),
    { numRuns: runs(25) },
  )
})

test('a window that is told what was written shows it without reading the disk; one that missed a writing reads', async () => {
  const lists = openListStore(pharmacyId)
  let readings = 0
  const counted: ListStore = { ...lists, readChanges: (...given) => (readings++, lists.readChanges(...given)) }
  const loaded = await lists.loadPage(
    'pharmacy-products',
    0,
    { items: [aProduct(1)], removed: [], cursor: '', epoch: 'e', total: 1, more: false },
    0,
  )
  const [leader, follower] = [aWindow(lists), aWindow(counted)]
  await Promise.all([leader, follower].map(({ projection }) => projection.refresh()))
  const shown = (n: number) => follower.store.get(productView.rowsAtom).get(aProduct(n).id)?.brand
  const write = async (n: number, rev: number, brand: string) => {
    const page = { items: [aProduct(n, { brand })], removed: [], cursor: brand, epoch: 'e', total: 2, more: false }
    return { since: rev, meta: await lists.applyChanges('pharmacy-products', rev, page, 5), ...page }
  }
  const readBefore = readings
  const first = await write(1, loaded.rev, 'Zentiva')
  await leader.projection.written(first)
  await until('the follower shows it', () => shown(1) === 'Zentiva')
  expect(follower.store.get(productView.stateAtom)).toMatchObject({ syncedAt: 5, count: 2 })
  expect(readings).toBe(readBefore)
  const missed = await write(2, first.meta.rev, 'Biogaran')
  const third = await write(1, missed.meta.rev, 'Arrow')
  await leader.projection.written(third)
  await until('the follower shows both', () => shown(1) === 'Arrow' && shown(2) === 'Biogaran')
  expect(readings).toBe(readBefore + 1)
  leader.end()
  follower.end()
  lists.close()
})

test('what another version of the application wrote is read from the disk, not taken from what it says', async () => {
  const lists = openListStore(pharmacyId)
  const loaded = await lists.loadPage(
    'pharmacy-products',
    0,
    { items: [aProduct(1)], removed: [], cursor: '', epoch: 'e', total: 1, more: false },
    0,
  )
  const { store, projection, end } = aWindow(lists)
  await projection.refresh()
  const page = {
    items: [aProduct(1, { brand: 'Zentiva' })],
    removed: [],
    cursor: '2',
    epoch: 'e',
    total: 1,
    more: false,
  }
  const meta = await lists.applyChanges('pharmacy-products', loaded.rev, page, 5)
  const otherVersion = openBus()
  otherVersion.post({
    kind: 'list-written',
    build: 'yesterday',
    list: 'pharmacy-products',
    since: loaded.rev,
    meta,
    items: [{ id: aProduct(1).id, brand: 'of another form' }],
    removed: [],
  })
  await until(
    'the row of the disk is shown',
    () => store.get(productView.rowsAtom).get(aProduct(1).id)?.brand === 'Zentiva',
  )
  otherVersion.close()
  end()
  lists.close()
})

test('the lists are thrown away and loaded again: an open window shows what they are now, though they begin again as they began before', async () => {
  const lists = openListStore(pharmacyId)
  const page = { removed: [], cursor: 'c', epoch: 'e', total: 2, more: false }
  const before = await lists.loadPage('pharmacy-products', 0, { ...page, items: [aProduct(1), aProduct(2)] }, 100)
  const [leader, other] = [aWindow(lists), aWindow(lists)]
  const shown = ({ store }: typeof leader) =>
    [1, 2, 3].map((n) => store.get(productView.rowsAtom).get(aProduct(n).id)?.brand)
  await Promise.all([leader, other].map(({ projection }) => projection.refresh()))
  const written = await lists.applyChanges(
    'pharmacy-products',
    before.rev,
    { ...page, items: [aProduct(2, { brand: 'Arrow' })] },
    150,
  )
  await leader.projection.written({
    since: before.rev,
    meta: written,
    items: [aProduct(2, { brand: 'Arrow' })],
    removed: [],
  })
  await until('the other window shows it', () => shown(other)[1] === 'Arrow')
  await dropLists()
  const after = await lists.loadPage(
    'pharmacy-products',
    0,
    { ...page, items: [aProduct(1, { brand: 'Zentiva' }), aProduct(3, { brand: 'Biogaran' })] },
    200,
  )
  expect([after.live!.id, after.rev]).toEqual([before.live!.id, before.rev])
  await leader.projection.written()
  await until('the other window knows their hour', () => other.store.get(productView.stateAtom).syncedAt === 200)
  await other.projection.refresh()
  for (const window of [leader, other]) {
    expect(shown(window)).toEqual(['Zentiva', undefined, 'Biogaran'])
    expect(window.store.get(productView.indexAtom)!.index.find('doliprane').ids.toSorted()).toEqual(
      [aProduct(1).id, aProduct(3).id].toSorted(),
    )
    window.end()
  }
  lists.close()
})

test('a change of lists that were thrown away meanwhile is not put on top of what a window still shows of the former ones', async () => {
  const lists = openListStore(pharmacyId)
  const page = { removed: [], cursor: 'c', epoch: 'e', total: 1, more: false }
  const load = (n: number) => lists.loadPage('pharmacy-products', 0, { ...page, items: [aProduct(n)] }, n)
  const before = await load(1)
  const { store, projection, end } = aWindow(lists)
  await projection.refresh()
  await dropLists()
  const loaded = await load(2)
  const meta = await lists.applyChanges('pharmacy-products', loaded.rev, { ...page, items: [aProduct(3)] }, 9)
  expect(loaded.rev).toBe(before.rev)
  await projection.written({ since: loaded.rev, meta, items: [aProduct(3)], removed: [] })
  expect([1, 2, 3].map((n) => store.get(productView.rowsAtom).has(aProduct(n).id))).toEqual([false, true, true])
  end()
  lists.close()
})
