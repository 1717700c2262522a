import { deleteDB, openDB } from 'idb'
import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPharmacy } from '#shared/session/pharmacy-room.ts'
import type { Tokens } from '#shared/session/token.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'
import { identityAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { hearDisk } from '#shared/store/disk/disk-reports.ts'
import { openJournalFiles } from '#shared/store/disk/journal-files.ts'
import { acknowledged } from '#shared/store/outbox/outbox-store.ts'
import { createPatientAtom, localPatientsAtom } from '#shared/store/sales/patient-atoms.ts'
import { personIndexAtom, personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { keptAfterAcknowledgementMs, localSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { sendAllAtom } from '#shared/store/outbox/sending-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'
import { aListServer } from '#tests/support/a-list-server.ts'
import { accepted, anEndedSale, aPaidSale, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge, until, type Asked } from '#tests/support/api-edge.ts'
import { aCompany, aPerson } from '#tests/support/listed-rows.ts'
import { acceptedSale } from '#tests/support/an-acceptance.ts'
import { MemoryDirectory } from '#tests/support/memory-directory.ts'
import { playWorker } from '#tests/support/played-worker.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: ['register.use' as const],
  startedAt: 1,
  isOffline: true,
}
const tokens: Tokens = {
  terminal: () => Promise.resolve('terminal'),
  current: () => Promise.resolve('member'),
  forRow: () => [() => Promise.resolve('member')],
  signInMember: () => Promise.resolve(),
  signOutMember: () => Promise.resolve(),
}

/** A window with a pharmacy open in it. */
function aRoom(pharmacy = pharmacyId) {
  const [store, bus] = [createStore(), openBus()]
  store.set(identityAtom, {
    terminal: { terminalId: maker.terminalId, terminalCode: 'K7QF', account: null, pharmacy: null, members: [] },
    session,
  })
  const room = openPharmacy(store, bus, tokens, pharmacy)
  let isOpen = true
  const close = () => {
    if (isOpen) room.close()
    isOpen = false
  }
  onTestFinished(() => {
    close()
    bus.close()
  })
  return { store, room, close }
}

const lists = ['/pharmacy-products', '/persons', '/organizations', '/companies', '/product-health-insurance']
const rowsOf = (path: string): { id: string }[] =>
  path === '/persons' ? [aPerson(1)] : path === '/companies' ? [aCompany(1)] : []
const answer = (asked: Asked) =>
  lists.includes(asked.path)
    ? aListServer(rowsOf(asked.path)).answer(asked)
    : asked.path === '/sales/reconcile'
      ? { status: 200, body: { missing: [] } }
      : acceptedPatient(asked.body)
const pathsOf = (asked: readonly Asked[]) => asked.map(({ path }) => path).filter((path) => lists.includes(path))

test('the leading window loads every list; a hint asks for the list that it names, and of a sale for none', async () => {
  const edge = await openApiEdge(answer)
  const { store, room } = aRoom()
  room.setLeading(true)
  await until(
    'persons and companies are here',
    () => store.get(personsAtom).size === 1 && store.get(companiesAtom).size === 1,
  )
  await until('all were asked for', () => new Set(pathsOf(edge.asked)).size === lists.length)
  edge.asked.length = 0
  room.onHint('sales')
  room.onHint('companies')
  await until('the list is asked for', () => edge.asked.length > 0)
  await new Promise((later) => setTimeout(later, 600))
  expect(pathsOf(edge.asked)).toEqual(['/companies'])
})

test('the network is back: what waits goes at once, the lists are asked for within half a minute, not all together', async () => {
  stopClock()
  let isOnline = true
  const edge = await openApiEdge((asked) => (isOnline ? answer(asked) : 'hang up'))
  const { store, room } = aRoom()
  room.setLeading(true)
  await until(
    'every list is here',
    () => new Set(pathsOf(edge.asked)).size === lists.length && store.get(personsAtom).size === 1,
  )
  isOnline = false
  const { id } = await store.set(createPatientAtom, typedPatient())
  await until('nobody answers', () => edge.asked.some(({ body }) => body.includes(id)))
  isOnline = true
  edge.asked.length = 0
  const waits = vi.spyOn(globalThis, 'setTimeout')
  room.onOnline()
  const spread = waits.mock.calls.map(([, ms]) => ms ?? 0)
  expect(spread).toHaveLength(lists.length)
  expect(spread.every((ms) => ms >= 0 && ms < 30_000)).toBe(true)
  expect(new Set(spread).size).toBe(lists.length)
  await until('he is sent', () => store.get(localPatientsAtom)[0]?.status !== 'SUBMITTING')
  expect(pathsOf(edge.asked)).toEqual([])
  // A hint of one list does not wait for its turn among them, and all of them do not put it off.
  room.onHint('companies')
  room.onOnline()
  await vi.advanceTimersByTimeAsync(500)
  await until('the hint is followed', () => pathsOf(edge.asked).includes('/companies'))
  await vi.advanceTimersByTimeAsync(29_500)
  await until('all were asked for', () => new Set(pathsOf(edge.asked)).size === lists.length)
})

test('what becomes of the own register elsewhere is asked for at the unlock, when the network is back and when the server says that registers changed', async () => {
  stopClock()
  const edge = await openApiEdge((asked) =>
    asked.path === '/cash-registers/current' ? { status: 200, body: { cashRegister: null } } : answer(asked),
  )
  const { store, room } = aRoom()
  const looks = () => edge.asked.filter(({ path }) => path === '/cash-registers/current').length
  room.onHint('cash-registers')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks()).toBe(0)
  store.set(identityAtom, {
    terminal: store.get(terminalAtom)!,
    session: { ...session, id: crypto.randomUUID(), isOffline: false },
  })
  const asked = (count: number) =>
    until(`it is asked for ${count} times`, async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return looks() >= count
    })
  await asked(1)
  for (const [count, news] of [
    [2, () => room.onOnline()],
    [3, () => room.onHint('cash-registers')],
    [4, () => room.onHint('all')],
  ] as const) {
    news()
    await asked(count)
  }
  room.onHint('sales')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks()).toBe(4)
})

test('another pharmacy: nobody of the former one is shown, and whom it made is still kept to be sent', async () => {
  let isOnline = false
  const edge = await openApiEdge((asked) => (isOnline ? answer(asked) : 'hang up'))
  const former = aRoom()
  const { id } = await former.store.set(createPatientAtom, typedPatient())
  await until('he is found', () => former.store.get(personIndexAtom)?.index.find('zinsou').total === 1)
  former.close()
  expect([
    former.store.get(personsAtom).size,
    former.store.get(personIndexAtom),
    former.store.get(localPatientsAtom),
  ]).toEqual([0, null, []])
  const next = aRoom('018f0000-0000-7000-8000-0000000000ff')
  await next.room.refresh()
  expect([next.store.get(personsAtom).size, next.store.get(localPatientsAtom)]).toEqual([0, []])
  isOnline = true
  const again = aRoom()
  await until('he is sent', () =>
    edge.asked.some(({ path, body }) => path === '/persons/createPatientByQuickWay' && body.includes(id)),
  )
  again.room.onOnline()
  await until(
    'nobody waits',
    () => again.store.get(localPatientsAtom).length === 0 && again.store.get(personsAtom).has(id),
  )
})

type Sales = ReturnType<typeof openSalesStore>

/** The windows stand long enough, and the copy is what the database is: nothing of this goes on after the test. */
async function copyCompared() {
  const told: (string | null)[] = []
  onTestFinished(hearDisk((report) => report.kind === 'copy' && told.push(report.copy)))
  await vi.advanceTimersByTimeAsync(3_000)
  await until('the copy stands', () => told.includes('kept'))
}

/** A terminal whose database was lost, and whose copy did not answer when its windows opened: it does now. */
async function aLateCopy(work: (sales: Sales) => Promise<unknown>) {
  const directory = new MemoryDirectory()
  const before = openSalesStore(pharmacyId, openJournalFiles(directory.handle, pharmacyId))
  await work(before)
  await before.auditCopy()
  before.close()
  await deleteDB(`officine-sales-${pharmacyId}`)
  directory.isRefused = true
  playWorker(directory)
  stopClock()
  const edge = await openApiEdge(() => 'hang up')
  const windows = [aRoom(), aRoom()] as const
  for (const { room } of windows) await room.refresh()
  edge.answer = (asked) => (asked.path === '/sales' ? accepted(asked.body) : answer(asked))
  directory.isRefused = false
  return { edge, windows, compared: copyCompared }
}

test('what a late copy brings back is shown in every window, held by nobody who is gone, and sent at once', async () => {
  const { edge, windows, compared } = await aLateCopy(async (sales) => {
    await anEndedSale(sales)
    const { id, editCount } = await aPaidSale(sales)
    await sales.change(id, editCount, (sale) => ({ ...sale, editCount: editCount + 1, sessionId: 'of yesterday' }))
  })
  await compared()
  for (const { store } of windows)
    await until('the open sale is everybody’s', () =>
      store.get(localSalesAtom).some(({ status, sessionId }) => status === 'LOCAL' && sessionId === null),
    )
  // No round is waited for: no time passes.
  await until('the ended one is sent', () => edge.asked.some(({ path }) => path === '/sales'))
  for (const { store } of windows) await until('it is gone', () => store.get(localSalesAtom).length === 1)
})

test('the same where no sale is among it', async () => {
  const { edge, windows, compared } = await aLateCopy((sales) => sales.createPatient(typedPatient(), maker))
  let goOn = () => undefined as void
  const held = new Promise<void>((resolve) => (goOn = resolve))
  edge.answer = (asked) => held.then(() => answer(asked))
  await compared()
  for (const { store } of windows) await until('the patient is shown', () => store.get(localPatientsAtom).length === 1)
  goOn()
  for (const { store } of windows)
    await until('he is sent', () => store.get(snapshotAtom).patients[0]?.status === 'ACKNOWLEDGED')
})

test('what a server has lost goes out as far as it said so, before it stopped to answer', async () => {
  const sales = openSalesStore(pharmacyId)
  onTestFinished(() => sales.close())
  const { sale } = await anEndedSale(sales)
  const [row] = await sales.outbox()
  await sales.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  const database = await openDB(`officine-sales-${pharmacyId}`)
  const kept = await database.get('acknowledged', sale.id)
  // More than one question can name: the others come after it.
  for (let at = 0; at < 500; at++) await database.put('acknowledged', { ...kept, id: `ffffffff-${at}` })
  database.close()
  stopClock()
  let asked = 0
  const edge = await openApiEdge(({ path, body }) => {
    if (path === '/sales') return accepted(body)
    if (path !== '/sales/reconcile') return { status: 404, body: { message: 'requests:notFound' } }
    return asked++ === 0
      ? { status: 200, body: { missing: [sale.id] } }
      : { status: 503, body: { message: 'internal' } }
  })
  const { store } = aRoom()
  await expect(store.get(sendAllAtom)!.checkKept()).rejects.toThrow()
  await until('it is sent again', () => edge.asked.some(({ path }) => path === '/sales'))
})

test.each([true, false])(
  'what is old goes and the copy is compared while the window stands, hour after hour, if it leads (%s)',
  async (isLeader) => {
    const directory = new MemoryDirectory()
    playWorker(directory)
    stopClock()
    await openApiEdge(() => 'hang up')
    const { store } = aRoom()
    const sales = openSalesStore(pharmacyId)
    onTestFinished(() => sales.close())
    const open = await aPaidSale(sales)
    const { sale: kept } = await anEndedSale(sales)
    const row = (await sales.outbox()).find(({ saleId }) => saleId === kept.id)!
    await sales.settle([
      acknowledged(row, acceptedSale(row), Date.now() - keptAfterAcknowledgementMs + 1.5 * 3_600_000),
    ])
    const isCopied = async () =>
      (await openJournalFiles(directory.handle, pharmacyId).read()).some(({ changes }) =>
        changes.some(({ store: part, key }) => part === 'sales' && key === open.id),
      )
    await copyCompared()
    directory.files.clear()
    store.set(isLeaderAtom, isLeader)
    // Nothing happens but that time passes.
    for (const _ of [1, 2, 3]) await vi.advanceTimersByTimeAsync(3_600_000)
    if (isLeader) {
      await until('it is forgotten', async () => (await sales.acknowledgedIds()).length === 0)
      await until('they were compared again', isCopied)
    } else expect([await sales.acknowledgedIds(), await isCopied()]).toEqual([[kept.id], false])
  },
)
