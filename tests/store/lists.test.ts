import { createStore } from 'jotai'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { companyView } from '#shared/store/lists/company-list-atoms.ts'
import { schemeView } from '#shared/store/lists/scheme-atoms.ts'
import { keepListFresh } from '#shared/store/lists/list-refresh.ts'
import { listNames, type ListName, type Row } from '#shared/store/lists/list-meta.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { projectList } from '#shared/store/lists/list-projection.ts'
import type { ListView } from '#shared/store/lists/list-view.ts'
import { deleteOtherCaches } from '#shared/store/disk/other-pharmacies.ts'
import { organizationView } from '#shared/store/lists/organization-list-atoms.ts'
import { personView } from '#shared/store/lists/person-list-atoms.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { shareLists } from '#shared/store/lists/shared-lists.ts'
import { openBus } from '#shared/windows/bus.ts'
import { aListServer } from '#tests/support/a-list-server.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'
import { aCompany, anOrganization, aPerson, aSchemeLine } from '#tests/support/listed-rows.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

type AnyView = ListView<Row & { archived: boolean }>
type Sample = {
  list: ListName
  view: AnyView
  path: string
  aRow: (n: number, given?: object) => Row & { archived: boolean }
  changed: object
  /** Found by number; undefined: nothing is searched. */ question?: (n: number) => string
}
const samples: Sample[] = [
  {
    list: 'pharmacy-products',
    view: productView as unknown as AnyView,
    path: '/pharmacy-products',
    aRow: aProduct,
    changed: { label: 'Efferalgan 1 g' },
    question: (n) => `doliprane ${n}`,
  },
  {
    list: 'persons',
    view: personView as unknown as AnyView,
    path: '/persons',
    aRow: aPerson,
    changed: { lastName: 'Hounkpatin' },
    question: (n) => `dossou ${n}`,
  },
  {
    list: 'organizations',
    view: organizationView as unknown as AnyView,
    path: '/organizations',
    aRow: anOrganization,
    changed: { name: 'Port autonome' },
    question: (n) => `sobebra ${n}`,
  },
  {
    list: 'companies',
    view: companyView as unknown as AnyView,
    path: '/companies',
    aRow: aCompany,
    changed: { name: 'Saham' },
  },
  {
    list: 'product-health-insurance',
    view: schemeView as unknown as AnyView,
    path: '/product-health-insurance',
    aRow: aSchemeLine,
    changed: { basePrice: 900 },
  },
]

test('every list that the disk keeps is tested here', () => {
  expect(samples.map(({ list }) => list)).toEqual(listNames)
})

describe.each(samples)('the list $list', ({ list, view, path, aRow, changed, question }) => {
  function aWindow(lists = openListStore(pharmacyId)) {
    const [store, bus] = [createStore(), openBus()]
    const projection = projectList(view, store, bus, lists)
    onTestFinished(() => {
      projection.stop()
      bus.close()
      lists.close()
    })
    const find = (n: number) => (question ? (store.get(view.indexAtom)?.index.find(question(n)).ids ?? []) : [])
    return {
      store,
      lists,
      projection,
      find,
      row: (n: number) => store.get(view.rowsAtom).get(aRow(n).id),
      state: () => store.get(view.stateAtom),
    }
  }
  function aLeader() {
    const window = aWindow()
    const fresh = keepListFresh(list, window.lists, () => window.projection.written())
    onTestFinished(() => fresh.stop())
    return { ...window, fresh }
  }
  const found = (n: number) => (question ? [aRow(n).id] : [])

  test('the leader loads it for all windows: rows, index and hour', async () => {
    const edge = await openApiEdge(aListServer(Array.from({ length: 4500 }, (_, n) => aRow(n))).answer)
    const other = aWindow()
    const leader = aLeader()
    await leader.fresh.refresh()
    await until(
      'the other window has it',
      () => other.state().count === 4500 && other.store.get(view.indexAtom) !== null,
    )
    expect(edge.asked.map((asked) => [asked.path, asked.query.get('cursor'), asked.query.get('size')])).toEqual(
      Array.from({ length: 9 }, (_, page) => [path, page === 0 ? '' : String(page * 500), '500']),
    )
    expect(other.row(4321)).toEqual(aRow(4321))
    expect(other.find(4321)).toEqual(found(4321))
    expect(other.state()).toMatchObject({ hasError: false, isLoading: false, progress: null })
  })

  test('a change reaches rows and index of every window without reading everything again', async () => {
    const { shelf, answer } = aListServer(Array.from({ length: 450 }, (_, n) => aRow(n)))
    const edge = await openApiEdge(answer)
    const [leader, other] = [aLeader(), aWindow()]
    await leader.fresh.refresh()
    await until('the first load', () => other.state().count === 450)
    const untouched = other.row(5)
    shelf.changes = [...shelf.changes, aRow(7, changed), aRow(9, { archived: true })]
    shelf.removed = [aRow(8).id]
    await leader.fresh.refresh()
    await until('the other window shows it', () => other.row(9)?.archived === true)
    expect(edge.asked.at(-1)?.query.get('size')).toBe('200')
    // Which life of the server its cursor is of: one that came back from a backup tells by that what it need not hear twice.
    expect(edge.asked.map(({ query }) => query.get('epoch'))).toEqual([null, 'e1'])
    expect([other.row(7), other.row(8)]).toEqual([aRow(7, changed), undefined])
    expect([...other.find(8), ...other.find(9)]).not.toContain(aRow(8).id)
    expect(other.find(9)).not.toContain(aRow(9).id)
    expect(other.state().count).toBe(449)
    expect(other.row(5)).toBe(untouched)
  })

  test('the server fails: the old list stays, flagged, and works; the next good answer takes the flag away', async () => {
    const { shelf, answer } = aListServer([aRow(1)])
    await openApiEdge(answer)
    const leader = aLeader()
    await leader.fresh.refresh()
    const { syncedAt } = leader.state()
    shelf.isDown = true
    await leader.fresh.refresh()
    expect(leader.state()).toMatchObject({ hasError: true, syncedAt, count: 1 })
    expect(leader.find(1)).toEqual(found(1))
    shelf.isDown = false
    await leader.fresh.refresh()
    expect(leader.state().hasError).toBe(false)
  })

  test('a first load broken by closing its window goes on in another one from the page it had, and counts on', async () => {
    const { answer } = aListServer(Array.from({ length: 4500 }, (_, n) => aRow(n)))
    const edge = await openApiEdge((asked) =>
      asked.query.get('cursor') === '4000' && edge.asked.length === 9 ? new Promise(() => undefined) : answer(asked),
    )
    const closed = aLeader()
    await until('eight pages are on disk', () => closed.state().load?.loaded === 4000)
    expect(closed.state()).toMatchObject({
      syncedAt: null,
      count: 0,
      progress: 4000 / 4500,
      load: { loaded: 4000, total: 4500 },
    })
    await until('the ninth was asked for', () => edge.asked.length === 9)
    closed.fresh.stop()
    const next = aLeader()
    await until('it is whole', () => next.state().count === 4500)
    expect(edge.asked.slice(9).map(({ query }) => query.get('cursor'))).toEqual(['4000'])
    expect(next.state()).toMatchObject({ isLoading: false, load: null })
    expect([next.row(3), next.row(4400)]).toEqual([aRow(3), aRow(4400)])
  })

  test.each([
    ['broken', { status: 503, body: { message: 'internal' } }],
    ['told to ask less', { status: 429, body: { message: 'requests:tooMany', details: { retryAfterSeconds: 2 } } }],
  ])('the old list stays in use in every window until a new one is whole, %s in the middle', async (_, refusal) => {
    const { shelf, answer } = aListServer([aRow(41)])
    let isCut = false
    await openApiEdge((asked) => (isCut && asked.query.get('cursor') === '2000' ? refusal : answer(asked)))
    const [leader, other] = [aLeader(), aWindow()]
    await leader.fresh.refresh()
    await until('the other window has it', () => other.row(41) !== undefined)
    Object.assign(shelf, { epoch: 'e2', changes: Array.from({ length: 2500 }, (_, n) => aRow(n + 100)) })
    isCut = true
    await leader.fresh.refresh()
    await until('the other window counts', () => other.state().load?.loaded === 2000)
    for (const window of [leader, other])
      expect([window.row(41), window.row(150), window.find(41)]).toEqual([aRow(41), undefined, found(41)])
    isCut = false
    leader.fresh.stop()
    const next = aLeader()
    await next.fresh.refresh()
    await until('the other window has the new one', () => other.state().count === 2500)
    expect([other.row(41), other.row(150)]).toEqual([undefined, aRow(150)])
  })

  test('the server was rebuilt: it is read again from its start', async () => {
    const { shelf, answer } = aListServer([aRow(41), aRow(42)])
    await openApiEdge(answer)
    const leader = aLeader()
    await leader.fresh.refresh()
    Object.assign(shelf, { epoch: 'e2', changes: [aRow(53)] })
    await leader.fresh.refresh()
    expect([leader.row(41), leader.row(53), leader.state().count]).toEqual([undefined, aRow(53), 1])
    expect([leader.find(41), leader.find(53)]).toEqual([[], found(53)])
  })

  test('the server was rebuilt in the middle of a load: no row of before is missing', async () => {
    const { shelf, answer } = aListServer(Array.from({ length: 1500 }, (_, n) => aRow(n)))
    await openApiEdge((asked) => {
      if (asked.query.get('cursor') === '500') Object.assign(shelf, { epoch: 'e2' })
      return answer(asked)
    })
    const leader = aLeader()
    await leader.fresh.refresh()
    expect([leader.row(3), leader.row(1499), leader.state().count]).toEqual([aRow(3), aRow(1499), 1500])
  })

  test('a terminal that starts without a network shows its last content', async () => {
    await openApiEdge(aListServer([aRow(1)]).answer)
    await aLeader().fresh.refresh()
    const started = aWindow(openListStore(pharmacyId))
    await until('the index stands', () => started.store.get(view.indexAtom) !== null)
    expect([started.row(1), started.find(1)]).toEqual([aRow(1), found(1)])
    expect(started.state().syncedAt).toBeTypeOf('number')
  })

  test('it is asked for again when older than 300 s, not before', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const edge = await openApiEdge(aListServer([aRow(1)]).answer)
    const leader = aLeader()
    await leader.fresh.refresh()
    await vi.advanceTimersByTimeAsync(295_000)
    expect(edge.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(30_000)
    await until('it was asked again', () => edge.asked.length >= 2)
  })

  test('a hint during a run is not lost: what that run asked too early is asked again', async () => {
    const { shelf, answer } = aListServer([aRow(1)])
    let free = () => {}
    const edge = await openApiEdge(async (asked) => {
      const given = answer(asked)
      if (edge.asked.length === 2) await new Promise<void>((resume) => (free = resume))
      return given
    })
    const leader = aLeader()
    await leader.fresh.refresh()
    const early = leader.fresh.refresh()
    await until('the second question was asked', () => edge.asked.length === 2)
    shelf.changes = [...shelf.changes, aRow(2)]
    leader.fresh.hinted()
    await new Promise((later) => setTimeout(later, 30))
    free()
    await early
    await until('the change is there', () => leader.row(2) !== undefined)
  })

  test('a change of pharmacy empties it: memory and disk', async () => {
    await openApiEdge(aListServer([aRow(1)]).answer)
    const leader = aLeader()
    await leader.fresh.refresh()
    leader.projection.stop()
    expect([leader.store.get(view.rowsAtom).size, leader.store.get(view.indexAtom), leader.state().syncedAt]).toEqual([
      0,
      null,
      null,
    ])
    leader.fresh.stop()
    leader.lists.close()
    await deleteOtherCaches('018f0000-0000-7000-8000-0000000000ff')
    expect((await openListStore(pharmacyId).readMeta(list)).live).toBeNull()
  })
})

function allLists() {
  const [store, bus, lists] = [createStore(), openBus(), openListStore(pharmacyId)]
  const shared = shareLists(store, bus, lists)
  onTestFinished(() => {
    shared.stop()
    bus.close()
    lists.close()
  })
  return { store, shared, lists }
}
const rowsOf = (path: string) => [samples.find((sample) => sample.path === path)!.aRow(1)]

test('loads take turns, the products first: one page on its way, so that calls of the screen find a free connection', async () => {
  const servers = new Map(
    samples.map(({ path, aRow }) => [path, aListServer(Array.from({ length: 1100 }, (_, n) => aRow(n)))]),
  )
  let onTheirWay = 0
  let most = 0
  const edge = await openApiEdge(async (asked) => {
    most = Math.max(most, ++onTheirWay)
    await new Promise((resolve) => setTimeout(resolve, 1))
    onTheirWay--
    return servers.get(asked.path)!.answer(asked)
  })
  const { store, shared } = allLists()
  shared.setLeading(true)
  await until('all are loaded', () => samples.every(({ view }) => store.get(view.stateAtom).count === 1100))
  expect(edge.asked.map(({ path }) => path)).toEqual(samples.flatMap(({ path }) => [path, path, path]))
  expect(most).toBe(1)
})

test.each(samples)('$list hangs and another list fails: the others load', async ({ path: slow }) => {
  const failing = samples.find(({ path }) => path !== slow)!.path
  await openApiEdge((asked) => {
    if (asked.path === slow) return new Promise<never>(() => undefined)
    return asked.path === failing
      ? { status: 500, body: { message: 'internal' } }
      : aListServer(rowsOf(asked.path)).answer(asked)
  })
  const { store, shared } = allLists()
  shared.setLeading(true)
  const others = samples.filter(({ path }) => path !== slow && path !== failing)
  await until('the others stand', () => others.every(({ view }) => store.get(view.stateAtom).count === 1))
  await until('the failure is flagged', () =>
    samples.every(({ path, view }) => store.get(view.stateAtom).hasError === (path === failing)),
  )
})

test.each(samples)(
  'a hint of $list asks for that list alone; one of all asks for every list',
  async ({ list, path }) => {
    const edge = await openApiEdge((asked) => aListServer(rowsOf(asked.path)).answer(asked))
    const { store, shared } = allLists()
    shared.setLeading(true)
    await until('all are loaded', () => samples.every(({ view }) => store.get(view.stateAtom).count === 1))
    edge.asked.length = 0
    shared.hinted(list)
    await until('it was asked for', () => edge.asked.length > 0)
    expect(edge.asked.map((asked) => asked.path)).toEqual([path])
    edge.asked.length = 0
    shared.refreshWithin(1)
    await until('all were asked for', () => new Set(edge.asked.map((asked) => asked.path)).size === samples.length)
    expect(new Set(edge.asked.map((asked) => asked.path))).toEqual(new Set(samples.map((sample) => sample.path)))
  },
)

test('of two hundred tills that come back in one second no second gets more than a few', async () => {
  let seed = 20_261_121
  // mulberry32
  const random = vi.spyOn(Math, 'random').mockImplementation(() => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  })
  onTestFinished(() => random.mockRestore())
  stopClock()
  const store = openListStore(pharmacyId)
  onTestFinished(() => store.close())
  const tills = Array.from({ length: 200 }, () => keepListFresh('companies', store, () => undefined))
  onTestFinished(() => tills.forEach((till) => till.stop()))
  const waits = vi.spyOn(globalThis, 'setTimeout')
  for (const till of tills) till.refreshWithin(30_000)
  const perSecond = new Map<number, number>()
  for (const [, ms = 0] of waits.mock.calls)
    perSecond.set(Math.floor(ms / 1000), (perSecond.get(Math.floor(ms / 1000)) ?? 0) + 1)
  expect([...perSecond.values()].reduce((sum, count) => sum + count, 0)).toBe(200)
  expect(Math.max(...perSecond.keys())).toBeLessThan(30)
  expect(Math.max(...perSecond.values())).toBeLessThan(20)
})

test('a window that does not lead asks nothing, and one that led stops', async () => {
  const edge = await openApiEdge((asked) => aListServer(rowsOf(asked.path)).answer(asked))
  const { store, shared } = allLists()
  shared.refreshWithin(1)
  await new Promise((later) => setTimeout(later, 30))
  expect(edge.asked).toEqual([])
  shared.setLeading(true)
  await until('all are loaded', () => samples.every(({ view }) => store.get(view.stateAtom).count === 1))
  shared.setLeading(false)
  edge.asked.length = 0
  shared.refreshWithin(1)
  await new Promise((later) => setTimeout(later, 30))
  expect(edge.asked).toEqual([])
})
