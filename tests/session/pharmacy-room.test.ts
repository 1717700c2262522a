import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPharmacy } from '#shared/session/pharmacy-room.ts'
import type { Tokens } from '#shared/session/token.ts'
import { companiesAtom } from '#shared/store/company-list-atoms.ts'
import { identityAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import { createPatientAtom, localPatientsAtom } from '#shared/store/patient-atoms.ts'
import { personIndexAtom, personsAtom } from '#shared/store/person-list-atoms.ts'
import { openBus } from '#shared/windows/bus.ts'
import { aListServer } from '#tests/support/a-list-server.ts'
import { aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge, until, type Asked } from '#tests/support/api-edge.ts'
import { aCompany, aPerson } from '#tests/support/listed-rows.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const session = { id: aurele.sessionId, userId: aurele.userId, uid: aurele.userId, pharmacyId, domainId: 'd', firstName: 'Aurèle', lastName: 'Dossou', roles: ['vendeur'], permissions: [], startedAt: 1, isOffline: true }
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
  store.set(identityAtom, { terminal: { terminalId: maker.terminalId, terminalCode: 'K7QF', account: null, pharmacy: null, members: [] }, session })
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
const rowsOf = (path: string): { id: string }[] => (path === '/persons' ? [aPerson(1)] : path === '/companies' ? [aCompany(1)] : [])
const answer = (asked: Asked) => (lists.includes(asked.path) ? aListServer(rowsOf(asked.path)).answer(asked) : asked.path === '/sales/reconcile' ? { status: 200, body: { missing: [] } } : acceptedPatient(asked.body))
const pathsOf = (asked: readonly Asked[]) => asked.map(({ path }) => path).filter((path) => lists.includes(path))

test('the leading window loads every list; a hint asks for the list that it names, and of a sale for none', async () => {
  const edge = await openApiEdge(answer)
  const { store, room } = aRoom()
  room.setLeading(true)
  await until('persons and companies are here', () => store.get(personsAtom).size === 1 && store.get(companiesAtom).size === 1)
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
  await until('every list is here', () => new Set(pathsOf(edge.asked)).size === lists.length && store.get(personsAtom).size === 1)
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
  const edge = await openApiEdge((asked) => (asked.path === '/cash-registers/current' ? { status: 200, body: { cashRegister: null } } : answer(asked)))
  const { store, room } = aRoom()
  const looks = () => edge.asked.filter(({ path }) => path === '/cash-registers/current').length
  room.onHint('cash-registers')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks()).toBe(0)
  store.set(identityAtom, { terminal: store.get(terminalAtom)!, session: { ...session, id: crypto.randomUUID(), isOffline: false } })
  const asked = (count: number) =>
    until(`it is asked for ${count} times`, async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return looks() >= count
    })
  await asked(1)
  for (const [count, news] of [[2, () => room.onOnline()], [3, () => room.onHint('cash-registers')], [4, () => room.onHint('all')]] as const) {
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
  expect([former.store.get(personsAtom).size, former.store.get(personIndexAtom), former.store.get(localPatientsAtom)]).toEqual([0, null, []])
  const next = aRoom('018f0000-0000-7000-8000-0000000000ff')
  await next.room.refresh()
  expect([next.store.get(personsAtom).size, next.store.get(localPatientsAtom)]).toEqual([0, []])
  isOnline = true
  const again = aRoom()
  await until('he is sent', () => edge.asked.some(({ path, body }) => path === '/persons/createPatientByQuickWay' && body.includes(id)))
  again.room.onOnline()
  await until('nobody waits', () => again.store.get(localPatientsAtom).length === 0 && again.store.get(personsAtom).has(id))
})
