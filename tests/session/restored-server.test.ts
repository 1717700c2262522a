import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { openPharmacy, type PharmacyRoom } from '#shared/session/pharmacy-room.ts'
import type { Tokens } from '#shared/session/token.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { aListServer } from '#tests/support/a-list-server.ts'
import { accepted, anEndedSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'
import { aPerson } from '#tests/support/listed-rows.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

type Store = ReturnType<typeof createStore>

const tokens: Tokens = {
  terminal: () => Promise.resolve('terminal'),
  current: () => Promise.resolve('terminal'),
  forRow: () => [() => Promise.resolve('terminal')],
  signInMember: () => Promise.resolve(),
  signOutMember: () => Promise.resolve(),
}

/** A terminal whose sale the server took and then lost with its newest data; it answers the question for lost sales as told. Who says that it had taken a lost sale ends the life of its list of persons. */
async function aLostSale(
  canAsk: () => boolean,
  prepare: (room: PharmacyRoom, store: Store) => Promise<void> = () => Promise.resolve(),
) {
  stopClock()
  const server = { has: new Set<string>(), asked: 0, taken: 0, persons: aListServer([aPerson(1)], { epoch: 'e1' }) }
  await openApiEdge((asked) => {
    const { path, body } = asked
    if (path === '/persons') return server.persons.answer(asked)
    if (path === '/sales') {
      server.taken++
      server.has.add((JSON.parse(body) as NewSale).id)
      return accepted(body)
    }
    if (path !== '/sales/reconcile') return { status: 404, body: { message: 'requests:notFound' } }
    server.asked++
    if (!canAsk()) return { status: 503, body: { message: 'internal' } }
    const { ids, epoch } = JSON.parse(body) as { ids: string[]; epoch?: string }
    const missing = ids.filter((id) => !server.has.has(id))
    if (missing.length > 0 && epoch === server.persons.shelf.epoch)
      Object.assign(server.persons.shelf, { epoch: 'e2', changes: [aPerson(2)] })
    return { status: 200, body: { missing } }
  })
  const [store, bus, sales] = [createStore(), openBus(), openSalesStore(pharmacyId)]
  const { sale } = await anEndedSale(sales)
  const room = openPharmacy(store, bus, tokens, pharmacyId)
  onTestFinished(() => {
    room.close()
    sales.close()
    bus.close()
  })
  await until('the server has it', async () => (await sales.acknowledgedIds()).includes(sale.id))
  await prepare(room, store)
  server.has.clear()
  room.onHint('all')
  await until('it was asked', () => server.asked > 0)
  return { server, store, sale, room }
}

test('a server from a backup that does not answer which sales it lost is asked again until it does, and gets them back once', async () => {
  let canAsk = false
  const { server, sale } = await aLostSale(() => canAsk)
  await until('it was asked again', async () => {
    await vi.advanceTimersByTimeAsync(100)
    return server.asked > 1
  })
  expect(server.has.size).toBe(0)
  canAsk = true
  await until('it has it again', async () => {
    await vi.advanceTimersByTimeAsync(100)
    return server.has.has(sale.id)
  })
  expect(server.taken).toBe(2)
  const { asked } = server
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.asked).toBe(asked)
})

test('the network is back: the question does not wait for its next attempt', async () => {
  let canAsk = false
  const { server, room, sale } = await aLostSale(() => canAsk)
  canAsk = true
  // The failure comes in a moment after the question.
  await until('it has it again', () => {
    room.onOnline()
    return server.has.has(sale.id)
  })
  expect(server.asked).toBe(2)
})

test('a server that lost sales lost of the lists too: asked for before it knew, they are read anew soon after it does', async () => {
  let canAsk = false
  const shows = (store: Store) => [1, 2].map((n) => store.get(personsAtom).has(aPerson(n).id))
  const { store } = await aLostSale(
    () => canAsk,
    async (room, till) => {
      room.setLeading(true)
      await until('the list is here', () => shows(till)[0] === true)
    },
  )
  // All lists are asked for within half a minute of the return: it answers them, and not yet which sales it lost.
  await vi.advanceTimersByTimeAsync(31_000)
  expect(shows(store)).toEqual([true, false])
  canAsk = true
  let waitedMs = 0
  await until('the list of the server is shown', async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    waitedMs += 1_000
    return shows(store)[1] === true
  })
  expect(shows(store)).toEqual([false, true])
  // Not when the list is old enough to be asked for anyway (300 s).
  expect(waitedMs).toBeLessThan(200_000)
})
