import { expect, onTestFinished, test, vi } from 'vitest'
import { lockAtom, unlockAtom, upgradeOfflineSessionAtom } from '#shared/session/unlock.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { createSaleAtom, changeSaleAtom, endSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom, openSalesAtom, outboxAtom, projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { addRecord, payCash } from '#shared/domain/sale-lines.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId, rachelle } from '#tests/support/a-terminal.ts'
import { openApiEdge, until, type Answer, type ApiEdge } from '#tests/support/api-edge.ts'

const unlockId = '018f0000-0000-7000-8000-0000000000f1'
const offlineId = '018f0000-0000-7000-8000-0000000000f3'
const granted = (roles = ['vendeur']): Answer => ({
  status: 201,
  body: {
    token: 'custom',
    claims: { uid: aurele.id, pharmacyId, pin: unlockId, roles, domainId },
    permissions: ['sale.sell', 'of.a.newer.server'],
    discountLimit: 10,
    offlineSessionId: offlineId,
  },
})
const wrong: Answer = { status: 422, body: { message: 'tokens:wrongPin', details: { attemptsLeft: 4 } } }

async function aSellingWindow() {
  const window = await aWindow()
  const projection = projectSales(window.store, window.bus, openSalesStore(pharmacyId), () => undefined)
  onTestFinished(() => projection.stop())
  return window
}

const unlocksAsked = ({ asked }: ApiEdge) => asked.filter(({ method }) => method === 'POST')
const locksAsked = ({ asked }: ApiEdge) => asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)

/** An unlock online, so that the terminal knows the member. */
async function anUnlockedWindow() {
  const edge = await openApiEdge(() => granted())
  const window = await aSellingWindow()
  await window.store.set(unlockAtom, aurele, '1234')
  await until(
    'the terminal remembers the member',
    async () => (await window.identity.readUnlock(aurele.id)) !== undefined,
  )
  return { ...window, edge }
}

test('the server takes the PIN: the session is on disk in every window, with the rights this window knows', async () => {
  const other = await aWindow()
  const { store, edge, exchanged } = await anUnlockedWindow()
  expect(JSON.parse(edge.asked[0]!.body)).toMatchObject({ userId: aurele.id, pin: '1234' })
  expect(edge.asked[0]!.token).toBe('terminal')
  expect(store.get(sessionAtom)).toMatchObject({
    id: unlockId,
    userId: aurele.id,
    roles: ['vendeur'],
    permissions: ['sale.sell'],
    discountLimit: 10,
    isOffline: false,
  })
  expect(exchanged).toEqual(['custom'])
  await until('the other window is unlocked', () => other.store.get(sessionAtom)?.id === unlockId)
})

test('the server refuses the PIN: attempts left, or how long to wait', async () => {
  const edge = await openApiEdge(() => wrong)
  const { store } = await aWindow()
  expect(await store.set(unlockAtom, aurele, '0000')).toEqual({ kind: 'wrong-pin', attemptsLeft: 4 })
  edge.answer = () => ({ status: 429, body: { message: 'users:pinLockedOut', details: { retryAfterSeconds: 30 } } })
  expect(await store.set(unlockAtom, aurele, '0000')).toMatchObject({ kind: 'locked-out' })
  edge.answer = () => ({ status: 404, body: { message: 'requests:notFound' } })
  expect(await store.set(unlockAtom, aurele, '0000')).toEqual({ kind: 'not-a-member' })
  expect(store.get(sessionAtom)).toBeNull()
})

test.each<[string, Answer]>([
  ['nobody answers', 'hang up'],
  ['the server is broken', { status: 500, body: { message: 'internal' } }],
  ['a portal answers', { status: 200, body: '<html>' }],
  ['the terminal’s token is refused', { status: 401, body: { message: 'auth:invalidToken' } }],
])('%s: who unlocked here before still gets in, with the rights of that time', async (_, answer) => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  edge.answer = () => answer
  expect(await store.set(unlockAtom, aurele, '9999')).toEqual({ kind: 'wrong-pin', attemptsLeft: 4 })
  expect(await store.set(unlockAtom, rachelle, '1234')).toEqual({ kind: 'needs-network' })
  expect(await store.set(unlockAtom, aurele, '1234')).toEqual({ kind: 'unlocked', isOffline: true })
  expect(store.get(sessionAtom)).toMatchObject({ userId: aurele.id, permissions: ['sale.sell'], isOffline: true })
  // The session that the server gave for this: what the terminal sends later is known to be this member's.
  expect(store.get(sessionAtom)!.id).toBe(offlineId)
})

test('known to be offline, the terminal opens without asking; a member it does not know is asked for all the same', async () => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  store.set(connectivityAtom, { state: 'offline', since: 1, seconds: 60 })
  expect(await store.set(unlockAtom, aurele, '1234')).toEqual({ kind: 'unlocked', isOffline: true })
  expect(unlocksAsked(edge)).toHaveLength(1)
  expect(await store.set(unlockAtom, rachelle, '1234')).toEqual({ kind: 'unlocked', isOffline: false })
})

test.each<[string, Answer]>([
  [
    'for too many wrong PINs',
    { status: 429, body: { message: 'users:pinLockedOut', details: { retryAfterSeconds: 8 } } },
  ],
  ['for a reason that this version does not know', { status: 429, body: { message: 'of:aNewerServer' } }],
])('told to wait %s, the right PIN does not open offline either', async (_, answer) => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  edge.answer = () => answer
  expect(await store.set(unlockAtom, aurele, '1234')).toMatchObject({ kind: 'locked-out' })
  expect(store.get(sessionAtom)).toBeNull()
})

test('told to wait while the network comes back: the session opened offline stands', async () => {
  const { store, answered } = await anUpgradeUnderWay({ status: 429, body: { message: 'of:aNewerServer' } })
  await answered()
  expect(store.get(sessionAtom)).toMatchObject({ userId: aurele.id, isOffline: true })
})

test('the server is told of a lock, by the terminal’s token', async () => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  await until('it is told', () => locksAsked(edge).length === 1)
  expect(locksAsked(edge)).toEqual([`/tokens/${unlockId}`])
})

test('a session that was opened offline ends under the name that the server gave it later, or unheard', async () => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  await until('the first lock is told', () => locksAsked(edge).length === 1)
  edge.answer = () => 'hang up'
  for (const answer of ['hang up', granted()] as const) {
    edge.answer = () => 'hang up'
    await store.set(unlockAtom, aurele, '1234')
    edge.answer = () => answer
    await store.set(upgradeOfflineSessionAtom)
    await store.set(lockAtom)
  }
  await until('the second lock is told', () => locksAsked(edge).length === 2)
  expect(locksAsked(edge)).toEqual([`/tokens/${unlockId}`, `/tokens/${unlockId}`])
})

test.each<[string, () => Answer | Promise<Answer>]>([
  ['nobody answers', () => 'hang up'],
  ['the answer never comes', () => new Promise<Answer>(() => undefined)],
  ['the server refuses', () => ({ status: 404, body: { message: 'requests:notFound' } })],
])('locking waits for nobody: %s', async (_, answer) => {
  const { store, edge } = await anUnlockedWindow()
  edge.answer = answer
  await store.set(lockAtom)
  expect(store.get(sessionAtom)).toBeNull()
})

test('a PIN that the server no longer takes no longer opens offline either', async () => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  edge.answer = () => wrong
  await store.set(unlockAtom, aurele, '1234')
  edge.answer = () => 'hang up'
  expect(await store.set(unlockAtom, aurele, '1234')).toEqual({ kind: 'needs-network' })
})

test('a wrong guess online does not cost the member the right PIN offline', async () => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  edge.answer = () => wrong
  await store.set(unlockAtom, aurele, '9999')
  edge.answer = () => 'hang up'
  expect(await store.set(unlockAtom, aurele, '1234')).toMatchObject({ kind: 'unlocked' })
})

const line = { id: crypto.randomUUID(), stockItemId: crypto.randomUUID(), label: 'Coartem', quantity: 1, price: 1500 }

test('locking gives open sales back to everybody and shows them to the next one; ended ones wait on', async () => {
  const { store } = await anUnlockedWindow()
  const ended = await store.set(createSaleAtom)
  const paid = await store.set(changeSaleAtom, ended, (sale) =>
    payCash(addRecord(sale, line), { id: crypto.randomUUID(), tendered: 1500 }, 5),
  )
  await store.set(endSaleAtom, paid!, 5)
  const open = await store.set(createSaleAtom)
  await store.set(changeSaleAtom, open, (sale) => addRecord(sale, line))
  await store.set(lockAtom)
  expect([store.get(sessionAtom), store.get(openSalesAtom)]).toEqual([null, []])
  expect(store.get(localSalesAtom)).toMatchObject([
    { id: ended.id, status: 'SUBMITTING' },
    { id: open.id, status: 'LOCAL', openedBy: null },
  ])
  expect(store.get(outboxAtom)).toHaveLength(1)
  await store.set(unlockAtom, aurele, '1234')
  expect(store.get(openSalesAtom)).toMatchObject([{ id: open.id, records: [{ label: 'Coartem' }] }])
})

test('locking: no screen sees its sale leave while the session stands, else it would open a new one for nobody', async () => {
  const { store } = await anUnlockedWindow()
  const open = await store.set(createSaleAtom)
  await store.set(changeSaleAtom, open, (sale) => addRecord(sale, line))
  const sessions: unknown[] = []
  store.sub(localSalesAtom, () => sessions.push(store.get(sessionAtom)))
  await store.set(lockAtom)
  expect(sessions).toEqual([null])
})

test('a sale that another member holds is not shown', async () => {
  const { store } = await anUnlockedWindow()
  const hers = await aWindow()
  await openSalesStore(pharmacyId).create({ terminalCode: 'K7QF', userId: rachelle.id, sessionId: 'her-session' })
  hers.bus.post({ kind: 'changed', store: 'sales', rev: 0 })
  await until('this window reads it', () => store.get(localSalesAtom).length === 1)
  const mine = await store.set(createSaleAtom)
  expect(store.get(localSalesAtom)).toHaveLength(2)
  expect(store.get(openSalesAtom).map(({ id }) => id)).toEqual([mine.id])
})

test('the network comes back: a session opened offline gets its token and keeps its id', async () => {
  const { store, edge, exchanged } = await anUnlockedWindow()
  await store.set(lockAtom)
  edge.answer = () => 'hang up'
  await store.set(unlockAtom, aurele, '1234')
  const { id } = store.get(sessionAtom)!
  edge.answer = () => granted(['vendeur', 'caissier'])
  await store.set(upgradeOfflineSessionAtom)
  expect(exchanged).toEqual(['custom', 'custom'])
  expect(store.get(sessionAtom)).toMatchObject({ id, isOffline: false, roles: ['vendeur', 'caissier'] })
})

test('the PIN was changed meanwhile: the session opened offline ends, its open sale stays on the terminal', async () => {
  const { store, edge } = await anUnlockedWindow()
  await store.set(lockAtom)
  edge.answer = () => 'hang up'
  await store.set(unlockAtom, aurele, '1234')
  const sale = await store.set(createSaleAtom)
  await store.set(changeSaleAtom, sale, (stored) => addRecord(stored, line))
  edge.answer = () => wrong
  await store.set(upgradeOfflineSessionAtom)
  expect(store.get(sessionAtom)).toBeNull()
  expect(store.get(localSalesAtom)).toMatchObject([{ id: sale.id, status: 'LOCAL' }])
})

const hers: Answer = {
  status: 201,
  body: {
    token: 'hers',
    claims: { uid: rachelle.id, pharmacyId, pin: '018f0000-0000-7000-8000-0000000000f2', roles: [], domainId },
    permissions: ['sale.sell'],
    discountLimit: null,
  },
}

/** In by a PIN that nobody could check, while the server's answer to it is on its way: `answers` lets it come. */
async function anUpgradeUnderWay(answer: Answer) {
  const window = await anUnlockedWindow()
  await window.store.set(lockAtom)
  window.edge.answer = () => 'hang up'
  await window.store.set(unlockAtom, aurele, '1234')
  window.exchanged.length = 0
  let answers = () => undefined as void
  const held = new Promise<void>((resolve) => (answers = resolve))
  const before = unlocksAsked(window.edge).length
  window.edge.answer = () => held.then(() => answer)
  const upgraded = window.store.set(upgradeOfflineSessionAtom)
  await until('the server is asked', () => unlocksAsked(window.edge).length === before + 1)
  return { ...window, answered: () => (answers(), upgraded) }
}

test.each([
  ['accepted', granted()],
  ['refused', wrong],
])('locked while the network comes back: nobody is in again by a late answer (%s)', async (_, answer) => {
  const { store, answered, exchanged } = await anUpgradeUnderWay(answer)
  await store.set(lockAtom)
  await answered()
  expect([store.get(sessionAtom), exchanged]).toEqual([null, []])
})

test.each([
  ['accepted', granted()],
  ['refused', wrong],
])('somebody else is in by then: a late answer (%s) is about nobody who stands here', async (_, answer) => {
  const { store, answered, edge } = await anUpgradeUnderWay(answer)
  await store.set(lockAtom)
  edge.answer = () => hers
  await store.set(unlockAtom, rachelle, '4321')
  await answered()
  expect(store.get(sessionAtom)).toMatchObject({ userId: rachelle.id })
})

test('locked between the answer and its writing: the session that is gone is not written again', async () => {
  const { store, identity } = await anUnlockedWindow()
  const { id } = store.get(sessionAtom)!
  await store.set(lockAtom)
  expect(await identity.changeSession(id, { isOffline: false })).toBe(false)
  expect(store.get(sessionAtom)).toBeNull()
})

test('a disk that takes nothing more keeps nobody in: the sale is given back at the next unlock', async () => {
  const { store, edge } = await anUnlockedWindow()
  const sale = await store.set(createSaleAtom)
  await store.set(changeSaleAtom, sale, (stored) => addRecord(stored, line))
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await store.set(lockAtom)
  put.mockRestore()
  expect(store.get(sessionAtom)).toBeNull()
  edge.answer = () => hers
  await store.set(unlockAtom, rachelle, '4321')
  await until('it is everybody’s again', () =>
    store.get(openSalesAtom).some(({ id, status }) => id === sale.id && status === 'LOCAL'),
  )
})

test.each<[string, Answer]>([
  ['the PIN was changed', wrong],
  ['the member is gone', { status: 404, body: { message: 'requests:notFound' } }],
])(
  '%s while the terminal stood open without a network: cut off again, it does not open any more',
  async (_, answer) => {
    const { store, edge, answered } = await anUpgradeUnderWay(answer)
    await answered()
    expect(store.get(sessionAtom)).toBeNull()
    edge.answer = () => 'hang up'
    expect(await store.set(unlockAtom, aurele, '1234')).toEqual({ kind: 'needs-network' })
  },
)
