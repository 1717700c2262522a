import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import type { Person } from '#shared/contract/persons.ts'
import { createSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { keepListFresh } from '#shared/store/lists/list-refresh.ts'
import { projectList } from '#shared/store/lists/list-projection.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import {
  correctPatientAtom,
  createPatientAtom,
  forgetPatientAtom,
  localPatientsAtom,
  unlistedPersons,
} from '#shared/store/sales/patient-atoms.ts'
import { personIndexAtom, personListStateAtom, personsAtom, personView } from '#shared/store/lists/person-list-atoms.ts'
import { outboxAtom, projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { aListServer } from '#tests/support/a-list-server.ts'
import { aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCard, acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge, until, type Asked } from '#tests/support/api-edge.ts'
import { aPerson } from '#tests/support/listed-rows.ts'

const session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}

function aWindow() {
  const [store, bus, sales, lists] = [createStore(), openBus(), openSalesStore(pharmacyId), openListStore(pharmacyId)]
  store.set(identityAtom, {
    terminal: { terminalId: maker.terminalId, terminalCode: 'K7QF', account: null, pharmacy: null, members: [] },
    session,
  })
  const projection = projectSales(store, bus, sales, () => void outbox.drain())
  const persons = projectList(personView, store, bus, lists)
  const outbox = startOutbox(sales, () => [() => Promise.resolve('member')], projection.shared.written)
  /** Everything that the screen was given of the person, in order. */
  const seen = new Map<string, (Person | undefined)[]>()
  const watch = (id: string) => {
    const given: (Person | undefined)[] = []
    seen.set(id, given)
    onTestFinished(store.sub(personsAtom, () => given.push(store.get(personsAtom).get(id))))
    return given
  }
  onTestFinished(() => {
    outbox.stop()
    persons.stop()
    projection.stop()
    bus.close()
    sales.close()
    lists.close()
  })
  const find = (text: string) => store.get(personIndexAtom)?.index.find(text).ids ?? []
  return { store, outbox, persons, lists, find, watch }
}

function aLeader() {
  const window = aWindow()
  const fresh = keepListFresh('persons', window.lists, () => window.persons.written())
  onTestFinished(() => fresh.stop())
  return { ...window, fresh }
}

test('made without a network: found in every window at once, and again after a restart', async () => {
  await openApiEdge(() => 'hang up')
  const [till, other] = [aWindow(), aWindow()]
  const person = await till.store.set(createPatientAtom, typedPatient({ policy: aCard }))
  expect(person).toMatchObject({
    lastName: 'Zinsou',
    outgoing: 0,
    policies: [{ contractId: aCard.contractId, beneficiaryId: person.id, rank: 1 }],
  })
  await until('he is found everywhere', () => [till, other].every(({ find }) => find('zinsou afi')[0] === person.id))
  expect(other.store.get(personsAtom).get(person.id)).toEqual(person)
  expect(till.find('0161000000')).toEqual([person.id])
  expect(till.store.get(localPatientsAtom)).toMatchObject([{ status: 'SUBMITTING' }])
  // The queue of sales, as screens read it, has no row that is none.
  expect(till.store.get(outboxAtom)).toEqual([])
  const restarted = aWindow()
  await until('he is there after a restart', () => restarted.find('zinsou')[0] === person.id)
})

test('beside a list of the server: the list’s row takes his place, without doubling and without a moment of nobody', async () => {
  const { shelf, answer } = aListServer<Person>([aPerson(1, { lastName: 'Zinsou', firstName: 'Koffi' })])
  let isOnline = false
  await openApiEdge((asked: Asked) => {
    if (asked.path === '/persons') return answer(asked)
    return isOnline ? acceptedPatient(asked.body) : 'hang up'
  })
  const [leader, other] = [aLeader(), aWindow()]
  await leader.fresh.refresh()
  const person = await leader.store.set(createPatientAtom, typedPatient())
  await until('he is found in both', () => [leader, other].every(({ find }) => find('zinsou').length === 2))
  const [given, givenOther] = [leader.watch(person.id), other.watch(person.id)]
  isOnline = true
  await leader.outbox.drainAll()
  await until('nobody waits', () => other.store.get(localPatientsAtom).length === 0)
  // A refresh that was asked for before he was taken is written after it: he must not go for a moment.
  await leader.fresh.refresh()
  expect(leader.find('zinsou')).toHaveLength(2)
  shelf.changes = [...shelf.changes, { ...person, tags: [aPerson(9).id], outgoing: 500 }]
  await leader.fresh.refresh()
  await until('the list’s row is everywhere', () =>
    [leader, other].every(({ store }) => store.get(personsAtom).get(person.id)?.outgoing === 500),
  )
  expect([leader.find('zinsou').length, other.find('zinsou').length]).toEqual([2, 2])
  expect([leader.store.get(personsAtom).size, leader.store.get(personListStateAtom).count]).toEqual([2, 2])
  expect([...given, ...givenOther]).not.toContain(undefined)
  // Merged into another one later: he is not found any more, though the terminal still keeps what it sent.
  shelf.changes = [...shelf.changes, { ...person, archived: true, mergedInto: aPerson(1).id }]
  await leader.fresh.refresh()
  await until('he is no hit', () => other.find('zinsou').length === 1)
})

test('the list is read anew from another epoch while he waits: he is not lost from sight', async () => {
  const { shelf, answer } = aListServer<Person>([aPerson(1)])
  await openApiEdge((asked: Asked) => (asked.path === '/persons' ? answer(asked) : 'hang up'))
  const leader = aLeader()
  await leader.fresh.refresh()
  const person = await leader.store.set(createPatientAtom, typedPatient())
  await until('he is found', () => leader.find('zinsou').length === 1)
  const given = leader.watch(person.id)
  Object.assign(shelf, { epoch: 'e2', changes: [aPerson(2)] })
  await leader.fresh.refresh()
  await until('the new list is there', () => leader.store.get(personsAtom).has(aPerson(2).id))
  expect([leader.find('zinsou'), given.includes(undefined)]).toEqual([[person.id], false])
})

test('refused, corrected, forgotten: every window follows', async () => {
  await openApiEdge(() => ({ status: 409, body: { message: 'requests:conflict' } }))
  const [till, other] = [aWindow(), aWindow()]
  await till.store.set(createPatientAtom, typedPatient())
  await until('the refusal is everywhere', () => other.store.get(localPatientsAtom)[0]?.status === 'ERROR')
  await other.store.set(
    correctPatientAtom,
    other.store.get(localPatientsAtom)[0]!,
    typedPatient({ lastName: 'Adjovi' }),
  )
  await until(
    'the correction is found in the first window',
    () => till.find('adjovi').length === 1 && till.find('zinsou').length === 0,
  )
  await until('it is refused too', () => till.store.get(localPatientsAtom)[0]?.status === 'ERROR')
  await till.store.set(forgetPatientAtom, till.store.get(localPatientsAtom)[0]!)
  await until(
    'he is gone everywhere',
    () => other.find('adjovi').length === 0 && other.store.get(personsAtom).size === 0,
  )
})

test('locked: nobody makes a patient', async () => {
  const { store } = aWindow()
  store.set(identityAtom, (known) => known && { ...known, session: null })
  await expect(store.set(createPatientAtom, typedPatient())).rejects.toThrow('unlocked session')
  await expect(store.set(createSaleAtom)).rejects.toThrow('unlocked session')
})

test('whom the server took is shown from here until a list is young enough to have him', () => {
  const reply = aPerson(1)
  const taken = {
    id: reply.id,
    patient: {} as never,
    payload: '',
    hash: '',
    status: 'ACKNOWLEDGED' as const,
    reply,
    acknowledgedAt: 100_000,
  }
  expect(unlistedPersons([taken], null).get(reply.id)).toBe(reply)
  expect(unlistedPersons([taken], 159_999).size).toBe(1)
  expect(unlistedPersons([taken], 160_000).size).toBe(0)
})
