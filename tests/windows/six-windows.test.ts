import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hearForAll } from '#shared/session/hear-for-all.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { listNames, type ListName } from '#shared/store/lists/list-meta.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { openSalesStore, SaleConflict } from '#shared/store/sales/sales-store.ts'
import { shareLists } from '#shared/store/lists/shared-lists.ts'
import { openBus } from '#shared/windows/bus.ts'
import { isLeaderAtom, standForLeader } from '#shared/windows/leader.ts'
import { holdSale } from '#shared/windows/locks.ts'
import { aListServer } from '#tests/support/a-list-server.ts'
import { accepted, aPaidSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until, type ApiEdge } from '#tests/support/api-edge.ts'
import { aCompany } from '#tests/support/listed-rows.ts'

const companies = aListServer([aCompany(1)])
const lists = ['/companies', '/organizations', '/persons', '/pharmacy-products', '/product-health-insurance']
const openEdge = () =>
  openApiEdge((asked) => (asked.path === '/companies' ? companies.answer(asked) : aListServer([]).answer(asked)))

/** A window as `startSession` joins its parts: the lists, the leader's work, the stream. */
function aWindow() {
  const [store, bus, listStore] = [createStore(), openBus(), openListStore(pharmacyId)]
  store.set(identityAtom, {
    terminal: {
      terminalId: 't',
      terminalCode: 'K7QF',
      account: { uid: 'till', email: '', pharmacyId, domainId: 'd', roles: [] },
      pharmacy: null,
      members: [],
    },
    session: null,
  })
  const shared = shareLists(store, bus, listStore)
  const onHint = (list: string) => store.get(isLeaderAtom) && list === 'companies' && shared.hinted('companies')
  const unsubscribe = bus.subscribe((notice) => notice.kind === 'server-hint' && onHint(notice.list))
  store.sub(isLeaderAtom, () => shared.setLeading(store.get(isLeaderAtom)))
  const hearing = hearForAll(store, bus, { check: () => Promise.resolve() }, onHint)
  const leave = standForLeader(store, bus, () => hearing.begin())
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    leave()
    unsubscribe()
    shared.stop()
    listStore.close()
    bus.close()
  }
  onTestFinished(close)
  return { store, close, leads: () => store.get(isLeaderAtom) }
}

const askedFor = (edge: ApiEdge) =>
  edge.asked
    .map(({ path }) => path)
    .filter((path) => lists.includes(path))
    .toSorted()

test('six windows: one stream and one refresh per list, at the start, on a hint, and every 300 s; the next leader opens the only stream', async () => {
  const edge = await openEdge()
  const disk = openListStore(pharmacyId)
  onTestFinished(() => disk.close())
  const syncedAt = async (list: ListName) => (await disk.readMeta(list)).live?.syncedAt ?? 0
  const windows = Array.from({ length: 6 }, aWindow)
  await until('every list is written', async () => (await Promise.all(listNames.map(syncedAt))).every((at) => at > 0))
  await until('the stream is open', () => edge.streams.length >= 1)
  expect(askedFor(edge)).toEqual(lists)

  edge.asked.length = 0
  const before = await syncedAt('companies')
  edge.streams[0]!.write('data: {"list":"companies"}\n\n')
  await until('the hint is followed', async () => (await syncedAt('companies')) > before)
  expect(askedFor(edge)).toEqual(['/companies'])
  edge.asked.length = 0
  // Five minutes later, by the clock: the leader looks at the age of its lists every 15 s.
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 301_000)
  onTestFinished(() => clock.mockRestore())
  await until('every list is asked for again', () => askedFor(edge).length >= lists.length)
  expect(askedFor(edge)).toEqual(lists)

  windows.find(({ leads }) => leads())!.close()
  await until('the next one hears the server', () => edge.streams.length >= 2)
  await until('the former stream is closed', () => edge.streams[0]!.destroyed)
  expect(windows.filter(({ leads }) => leads())).toHaveLength(1)
  expect(edge.streams.filter(({ destroyed }) => !destroyed)).toHaveLength(1)
})

test('five windows of one user sell in the same moment: five identifiers, five carts, five sales at the server, each once', async () => {
  const edge = await openApiEdge(({ body }) => accepted(body))
  const windows = Array.from({ length: 5 }, () => openSalesStore(pharmacyId))
  onTestFinished(() => windows.forEach((store) => store.close()))
  const sales = await Promise.all(windows.map(aPaidSale))
  expect(new Set(sales.map(({ id }) => id)).size).toBe(5)
  expect(new Set(sales.map(({ identifier }) => identifier)).size).toBe(5)
  const held = await Promise.all(sales.map(({ id }) => holdSale(id)))
  expect(held.every(Boolean)).toBe(true)
  // No cart is taken by a second window, whoever asks.
  expect(await Promise.all(sales.map(({ id }) => holdSale(id)))).toEqual(sales.map(() => undefined))
  await Promise.all(windows.map((store, at) => store.end(sales[at]!.id, sales[at]!.editCount, facts)))
  held.forEach((release) => release?.())
  const outboxes = windows.map((store) =>
    startOutbox(
      store,
      () => [() => Promise.resolve('member')],
      () => Promise.resolve(),
    ),
  )
  onTestFinished(() => outboxes.forEach((outbox) => outbox.stop()))
  await Promise.all(outboxes.map((outbox) => outbox.drain()))
  expect(await windows[0]!.outbox()).toEqual([])
  const sent = edge.asked.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  expect(sent.toSorted()).toEqual(sales.map(({ id }) => id).toSorted())
})

test('a stale window writes nothing over what stands: of five that change one sale from what they have read, one succeeds', async () => {
  const windows = Array.from({ length: 5 }, () => openSalesStore(pharmacyId))
  onTestFinished(() => windows.forEach((store) => store.close()))
  const sale = await windows[0]!.create(aurele)
  const tries = await Promise.allSettled(
    windows.map((store, at) =>
      store.change(sale.id, sale.editCount, (read) => ({
        ...read,
        editCount: read.editCount + 1,
        note: `window ${at}`,
      })),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(SaleConflict)
})
