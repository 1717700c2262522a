import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { followAbsence, readIdentity, unsavedAtom } from '#shared/session/auto-lock.ts'
import { identityAtom, sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session } from '#shared/store/identity/identity-store.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { changeSaleAtom, createSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom, openSalesAtom, projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { watchActivity } from '#shared/windows/activity.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId } from '#tests/support/a-terminal.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'

const minute = 60_000
const session: Session = {
  id: '018f0000-0000-7000-8000-0000000000f1',
  userId: aurele.id,
  uid: aurele.id,
  pharmacyId,
  domainId,
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: ['sale.sell'],
  startedAt: 0,
  isOffline: false,
}

const line = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  stockItemId: '018f0000-0000-7000-8000-0000000000e2',
  label: 'DOLIPRANE',
  quantity: 1,
  price: 1250,
}

beforeEach(async () => {
  await openApiEdge(() => ({ status: 200, body: { id: session.id } }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** One window of an unlocked terminal, and what may be done at it. */
async function aFollowedWindow({ isCustomers = false, isOffice = false } = {}) {
  const window = await aWindow()
  const events = new EventTarget()
  const activity = watchActivity(window.bus, () => !isCustomers, isOffice, events)
  onTestFinished(followAbsence(window.store, activity))
  onTestFinished(activity.stop)
  return { ...window, sign: (name: string) => events.dispatchEvent(new Event(name)) }
}
type FollowedWindow = Awaited<ReturnType<typeof aFollowedWindow>>

async function twoWindows({ minutes = 2, isCustomers = false, isOffice = false } = {}) {
  const [kiosk, other] = [await aFollowedWindow(), await aFollowedWindow({ isCustomers, isOffice })]
  await kiosk.identity.patchTerminal({
    pharmacy: { settings: { autoLockMinutes: minutes, officeLockMinutes: 60 } } as never,
  })
  await kiosk.identity.putSession(session)
  await until('both are unlocked', () => isOpen(kiosk) && isOpen(other))
  return { kiosk, other }
}
const isOpen = ({ store }: FollowedWindow) => store.get(sessionAtom) !== null
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Messages between windows are no timers: what was posted arrives before time goes on. */
const arrive = () => new Promise((done) => setTimeout(done, 20))

test('nobody touches the terminal for the time of its pharmacy: it locks in every window at once', async () => {
  const { kiosk, other } = await twoWindows()
  await pass(2 * minute - 2_000)
  expect([isOpen(kiosk), isOpen(other)]).toEqual([true, true])
  await pass(3_000)
  await until('both are locked', () => !isOpen(kiosk) && !isOpen(other))
})

test.each(['pointerdown', 'keydown', 'input', 'wheel', 'officine:device-scan'])(
  '%s in one window counts for all',
  async (sign) => {
    const { kiosk, other } = await twoWindows()
    await pass(minute + 50_000)
    other.sign(sign)
    await arrive()
    await pass(minute + 50_000)
    expect([isOpen(kiosk), isOpen(other)]).toEqual([true, true])
    await pass(11_000)
    await until('both are locked', () => !isOpen(kiosk) && !isOpen(other))
  },
)

test('the time of the back-office counts once one of its windows was touched last, up to an hour', async () => {
  const { kiosk, other: office } = await twoWindows({ isOffice: true })
  office.sign('pointerdown')
  await arrive()
  await pass(60 * minute - 2_000)
  expect([isOpen(kiosk), isOpen(office)]).toEqual([true, true])
  kiosk.sign('pointerdown')
  await arrive()
  await pass(2 * minute + 1_000)
  await until('both are locked', () => !isOpen(kiosk) && !isOpen(office))
})

test('a touch of the customer at the customer’s screen does not count', async () => {
  const { kiosk, other } = await twoWindows({ isCustomers: true })
  await pass(minute + 50_000)
  other.sign('pointerdown')
  await arrive()
  await pass(11_000)
  await until('both are locked', () => !isOpen(kiosk) && !isOpen(other))
})

test('an unlock begins the time again', async () => {
  const { kiosk, other } = await twoWindows()
  await pass(2 * minute + 1_000)
  await until('both are locked', () => !isOpen(kiosk) && !isOpen(other))
  await pass(10 * minute)
  await kiosk.identity.putSession(session)
  await until('both are unlocked', () => isOpen(kiosk) && isOpen(other))
  await pass(minute)
  expect([isOpen(kiosk), isOpen(other)]).toEqual([true, true])
})

test('an open sale is released as by a lock by hand', async () => {
  const { kiosk } = await twoWindows()
  const projection = projectSales(kiosk.store, kiosk.bus, openSalesStore(pharmacyId), () => undefined)
  onTestFinished(() => projection.stop())
  await until('the sales are read', () => kiosk.store.get(localSalesAtom) !== undefined)
  const sale = await kiosk.store.set(createSaleAtom)
  await kiosk.store.set(changeSaleAtom, sale, (open) => addRecord(open, line))
  await until('a sale is open', () => kiosk.store.get(openSalesAtom).length === 1)
  await pass(2 * minute + 1_000)
  await until('it is locked', () => !isOpen(kiosk))
  await until('the sale waits for anybody', () => kiosk.store.get(localSalesAtom)[0]?.status === 'LOCAL')
})

test('unsaved input in one window holds all open, for a quarter of an hour; then the usual time begins', async () => {
  const { kiosk, other } = await twoWindows()
  other.sign('keydown')
  other.store.set(unsavedAtom, new Set(['form']))
  const minutesPass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      await pass(minute)
      await arrive()
    }
  }
  await minutesPass(14)
  expect([isOpen(kiosk), isOpen(other)]).toEqual([true, true])
  await minutesPass(4)
  await until('both are locked', () => !isOpen(kiosk) && !isOpen(other))
})

test.each([
  [3, false],
  [1, true],
])('a browser that was closed for %i of 2 minutes: the session is still open: %s', async (minutes, isStillOpen) => {
  const before = await aWindow()
  await before.identity.putSession(session)
  localStorage.setItem('officine:last-activity', String(Date.now() - minutes * minute))
  const { store, identity } = await aWindow()
  store.set(identityAtom, undefined)
  await readIdentity(identity)
  expect(store.get(sessionAtom) !== null).toBe(isStillOpen)
})

test('a browser that was closed in the back-office has the time of the back-office', async () => {
  const before = await aWindow()
  await before.identity.putSession(session)
  localStorage.setItem('officine:last-activity', `${Date.now() - 10 * minute} office`)
  const { store, identity } = await aWindow()
  await readIdentity(identity)
  expect(store.get(sessionAtom)).not.toBeNull()
})

test('a clock that was put back meanwhile ends no session', async () => {
  const before = await aWindow()
  await before.identity.putSession(session)
  localStorage.setItem('officine:last-activity', String(Date.now() + 60 * minute))
  const { store, identity } = await aWindow()
  await readIdentity(identity)
  expect(store.get(sessionAtom)).not.toBeNull()
})
