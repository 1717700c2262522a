import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkOf } from '#shared/store/lists/list-chunk.ts'
import { generationOf, type ListPage } from '#shared/store/lists/list-meta.ts'
import { openListStore, StaleList } from '#shared/store/lists/list-store.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { runs } from '#tests/support/extent.ts'

const list = 'pharmacy-products'
const row = (id: string, label = id) => ({ id, label })
const manyRows = Array.from({ length: 2000 }, (_, n) => row(`row-${n}`))
const page = (given: Partial<ListPage>): ListPage => ({
  items: [],
  removed: [],
  cursor: '1',
  epoch: 'e1',
  total: 0,
  more: false,
  ...given,
})

async function contentOf(store: ReturnType<typeof openListStore>) {
  const { meta, chunks, patched } = await store.readChanges(list, null)
  const rows = new Map(
    [...chunks.values()]
      .flatMap(({ rows: content }) => content)
      .map((each) => [each.id, each as { id: string; label: string }]),
  )
  for (const [id, changed] of patched) {
    if (changed) rows.set(id, changed as { id: string; label: string })
    else rows.delete(id)
  }
  return { meta, rows, labels: [...rows.values()].map(({ label }) => label).sort() }
}

test('a load in pages appears at once when its last page is there, never before', async () => {
  const store = openListStore(pharmacyId)
  const first = await store.loadPage(list, 0, page({ items: [row('a')], cursor: 'c1', total: 2, more: true }), 100)
  expect(first.live).toBeNull()
  expect(first.loading).toMatchObject({ cursor: 'c1', loaded: 1, total: 2 })
  await store.loadPage(list, first.rev, page({ items: [row('b')], cursor: 'c2', total: 2 }), 200)
  expect(await contentOf(store)).toMatchObject({
    labels: ['a', 'b'],
    meta: { loading: null, live: { cursor: 'c2', count: 2, syncedAt: 200 } },
  })
})

test('a crash between two pages: the next window goes on from the cursor, with what was loaded', async () => {
  const dying = openListStore(pharmacyId)
  await dying.loadPage(list, 0, page({ items: [row('a')], cursor: 'c1', total: 2, more: true }), 100)
  dying.close()
  const next = openListStore(pharmacyId)
  const meta = await next.readMeta(list)
  expect(meta.loading?.cursor).toBe('c1')
  await next.loadPage(list, meta.rev, page({ items: [row('b')], cursor: 'c2', total: 2 }), 200)
  expect((await contentOf(next)).labels).toEqual(['a', 'b'])
})

test('a stale window cannot overwrite a newer list', async () => {
  const [awake, asleep] = [openListStore(pharmacyId), openListStore(pharmacyId)]
  await awake.loadPage(list, 0, page({ items: [row('a', 'old price')] }), 100)
  const seen = await asleep.readMeta(list)
  await awake.applyChanges(list, seen.rev, page({ items: [row('a', 'new price')], cursor: '2' }), 200)
  await expect(
    asleep.applyChanges(list, seen.rev, page({ items: [row('a', 'stale price')], cursor: '1' }), 300),
  ).rejects.toBeInstanceOf(StaleList)
  await expect(asleep.markFailed(list, seen.rev)).rejects.toBeInstanceOf(StaleList)
  expect(await contentOf(awake)).toMatchObject({
    labels: ['new price'],
    meta: { hasError: false, live: { cursor: '2' } },
  })
})

test('another epoch loads beside the list in use and replaces it at its end', async () => {
  const store = openListStore(pharmacyId)
  const before = await store.loadPage(list, 0, page({ items: [row('a'), row('gone')] }), 100)
  const half = await store.loadPage(
    list,
    before.rev,
    page({ epoch: 'e2', items: [row('a', 'a of e2')], cursor: 'n1', more: true }),
    200,
  )
  expect(await contentOf(store)).toMatchObject({
    labels: ['a', 'gone'],
    meta: { live: { epoch: 'e1' }, loading: { epoch: 'e2' } },
  })
  await store.loadPage(list, half.rev, page({ epoch: 'e2', items: [row('b')], cursor: 'n2' }), 300)
  expect(await contentOf(store)).toMatchObject({
    labels: ['a of e2', 'b'],
    meta: { live: { epoch: 'e2', cursor: 'n2', count: 2 }, loading: null },
  })
})

test('the server is rebuilt in the middle of a load: the load begins anew, nothing of the first one stays', async () => {
  const store = openListStore(pharmacyId)
  const half = await store.loadPage(list, 0, page({ items: [row('of e1')], more: true }), 100)
  await store.loadPage(list, half.rev, page({ epoch: 'e2', items: [row('of e2')] }), 200)
  expect((await contentOf(store)).labels).toEqual(['of e2'])
})

test('a failed refresh is flagged and leaves the list usable; the next good one takes the flag away', async () => {
  const store = openListStore(pharmacyId)
  const loaded = await store.loadPage(list, 0, page({ items: [row('a')] }), 100)
  const failed = await store.markFailed(list, loaded.rev)
  expect(await contentOf(store)).toMatchObject({ labels: ['a'], meta: { hasError: true, live: { syncedAt: 100 } } })
  await store.applyChanges(list, failed.rev, page({ cursor: '2' }), 400)
  expect((await store.readMeta(list)).hasError).toBe(false)
})

test('a reader reads what changed, and no other row', async () => {
  const store = openListStore(pharmacyId)
  const loaded = await store.loadPage(list, 0, page({ items: manyRows, total: manyRows.length }), 100)
  await store.applyChanges(
    list,
    loaded.rev,
    page({ items: [row('row-7', 'changed')], removed: ['row-8'], cursor: '2', total: manyRows.length - 1 }),
    200,
  )
  const { meta, chunks, patched } = await store.readChanges(list, {
    generation: generationOf(loaded.live)!,
    rev: loaded.rev,
  })
  expect(chunks.size).toBe(0)
  expect(patched).toEqual(
    new Map([
      ['row-7', row('row-7', 'changed')],
      ['row-8', null],
    ]),
  )
  expect(meta.live).toMatchObject({ count: manyRows.length - 1, syncedAt: 200 })
})

test('many changes go into the chunks: who has read them reads nothing again, who slept reads their chunks', async () => {
  const store = openListStore(pharmacyId)
  const loaded = await store.loadPage(list, 0, page({ items: manyRows, total: manyRows.length }), 100)
  const generation = generationOf(loaded.live)!
  const chunkCount = loaded.live!.chunkRevs.length
  expect(chunkCount).toBe(16)
  let meta = loaded
  const change = async (label: string) => {
    const before = meta.rev
    meta = await store.applyChanges(list, before, page({ items: [row('row-7', label)], cursor: label }), 200)
    return before
  }
  let beforeLast = loaded.rev
  for (let at = 0; at === 0 || meta.live!.patches!.length > 0; at++) beforeLast = await change(`change ${at}`)
  const awake = await store.readChanges(list, { generation, rev: beforeLast })
  expect([...awake.chunks.keys()]).toEqual([chunkOf('row-7', chunkCount)])
  expect(await store.readChanges(list, { generation, rev: meta.rev })).toMatchObject({
    chunks: new Map(),
    patched: new Map(),
  })
  const slept = await store.readChanges(list, { generation, rev: loaded.rev })
  expect([[...slept.chunks.keys()], slept.patched.size]).toEqual([[chunkOf('row-7', chunkCount)], 0])
  expect((await contentOf(store)).rows.get('row-7')).toEqual(row('row-7', meta.live!.cursor))
})

test('a writing that fails leaves the rows and the cursor as they were', async () => {
  const store = openListStore(pharmacyId)
  const loaded = await store.loadPage(list, 0, page({ items: [row('a')] }), 100)
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
    if (this.name === 'meta') throw new DOMException('the disk is full', 'QuotaExceededError')
    return put.apply(this, given)
  }
  await expect(store.applyChanges(list, loaded.rev, page({ items: [row('b')], cursor: '2' }), 200)).rejects.toThrow(
    'the disk is full',
  )
  IDBObjectStore.prototype.put = put
  expect(await contentOf(store)).toMatchObject({ labels: ['a'], meta: { rev: loaded.rev, live: { cursor: '1' } } })
})

test('whatever the order of changes, the list is what a plain map would be', async () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const anyPage = fc.record({
    items: fc.array(fc.record({ id: ids, label: fc.string() }), { maxLength: 4 }),
    removed: fc.array(ids, { maxLength: 2 }),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyPage, { minLength: 1, maxLength: 6 }), fc.nat(3), async (pages, loadPages) => {
      const store = openListStore(`${pharmacyId}-${run++}`)
      const plain = new Map<string, string>()
      let meta = await store.readMeta(list)
      for (const [at, given] of pages.entries()) {
        const isLoading = at < loadPages || !meta.live
        const isLast = at >= loadPages - 1
        meta = isLoading
          ? await store.loadPage(list, meta.rev, page({ ...given, more: !isLast, cursor: String(at) }), at)
          : await store.applyChanges(list, meta.rev, page({ ...given, cursor: String(at) }), at)
        for (const item of given.items) plain.set(item.id, item.label)
        for (const id of given.removed) plain.delete(id)
      }
      if (!meta.live) return
      const { rows } = await contentOf(store)
      expect(new Map([...rows.values()].map(({ id, label }) => [id, label]))).toEqual(plain)
    }),
    { numRuns: runs(60) },
  )
})

test('emptied, a list has no row and loads afresh; a window that read before cannot write, and takes nothing of it for what it shows', async () => {
  const store = openListStore(pharmacyId)
  const before = await store.loadPage('persons', 0, page({ items: [row('a', 'ancien')] }), 1)
  await store.markFailed('persons', before.rev, 'nobody answered')
  expect(await store.readMeta('persons')).toMatchObject({ hasError: true, lastError: 'nobody answered' })
  await store.clear()
  const emptied = await store.readMeta('persons')
  expect(emptied).toMatchObject({ live: null, loading: null, hasError: false })
  expect(emptied).not.toHaveProperty('lastError')
  await expect(store.applyChanges('persons', before.rev, page({}), 2)).rejects.toBeInstanceOf(StaleList)
  const after = await store.loadPage('persons', emptied.rev, page({ items: [row('a', 'nouveau')] }), 3)
  // The window knew generation and revisions of the list before: it must read everything again.
  const { chunks } = await store.readChanges('persons', { generation: generationOf(before.live)!, rev: before.rev })
  expect([...chunks.values()].flatMap(({ rows }) => rows)).toEqual([{ id: 'a', label: 'nouveau' }])
  expect(after.live!.id).toBeGreaterThan(before.live!.id)
  store.close()
})
