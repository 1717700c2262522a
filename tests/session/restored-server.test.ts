import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { openPharmacy } from '#shared/session/pharmacy-room.ts'
import type { Tokens } from '#shared/session/token.ts'
import { openSalesStore } from '#shared/store/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { accepted, anEndedSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const tokens: Tokens = {
  terminal: () => Promise.resolve('terminal'),
  current: () => Promise.resolve('terminal'),
  forRow: () => [() => Promise.resolve('terminal')],
  signInMember: () => Promise.resolve(),
  signOutMember: () => Promise.resolve(),
}

/** A terminal whose sale the server took and then lost with its newest data; it answers the question for lost sales as told. */
async function aLostSale(canAsk: () => boolean) {
  stopClock()
  const server = { has: new Set<string>(), asked: 0, taken: 0 }
  await openApiEdge(({ path, body }) => {
    if (path === '/sales') {
      server.taken++
      server.has.add((JSON.parse(body) as NewSale).id)
      return accepted(body)
    }
    if (path !== '/sales/reconcile') return { status: 404, body: { message: 'requests:notFound' } }
    server.asked++
    if (!canAsk()) return { status: 503, body: { message: 'internal' } }
    const { ids } = JSON.parse(body) as { ids: string[] }
    return { status: 200, body: { missing: ids.filter((id) => !server.has.has(id)) } }
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
  server.has.clear()
  room.onHint('all')
  await until('it was asked', () => server.asked > 0)
  return { server, room, sale }
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
