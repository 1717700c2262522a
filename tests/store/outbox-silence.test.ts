import { expect, onTestFinished, test, vi } from 'vitest'
import { salesAtOnce, type NewSale } from '#shared/contract/sales.ts'
import { lookEveryMs, startOutbox, type SendingTokens } from '#shared/store/outbox/outbox.ts'
import { stalledLooks, watchQueue } from '#shared/store/outbox/stalled-queue.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until, type Answer, type Asked } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const ofTerminal = [() => Promise.resolve('terminal')]

function anOutbox(store: SalesStore, tokens: SendingTokens = () => ofTerminal) {
  const outbox = startOutbox(store, tokens, () => undefined)
  onTestFinished(() => outbox.stop())
  return outbox
}

const isLook = ({ method }: Asked) => method === 'HEAD'
const idOf = (asked: Asked) => (JSON.parse(asked.body) as NewSale).id
const isThere: Answer = { status: 200, body: '' }

async function endedSales(store: SalesStore, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await anEndedSale(store)).sale.id)
  return ids
}

/** A server whose answers the test gives, sale by sale; `taken`: what it took, in that order; `looks`: how often it was asked whether it is there. */
async function aServer(isSilentFor: (id: string) => boolean, { looks: given = 'hang up' }: { looks?: Answer } = {}) {
  const server = { taken: [] as string[], asked: [] as string[], looks: 0 }
  await openApiEdge((asked) => {
    if (isLook(asked)) {
      server.looks++
      return given
    }
    server.asked.push(idOf(asked))
    if (isSilentFor(idOf(asked))) return 'hang up'
    server.taken.push(idOf(asked))
    return accepted(asked.body)
  })
  return server
}

/** Waits come out shorter and shorter: by chance alone the youngest would always go first. */
function shorterAndShorter() {
  let chance = 1
  const random = vi.spyOn(Math, 'random').mockImplementation(() => (chance *= 0.97))
  onTestFinished(() => random.mockRestore())
}

test('a handful that nobody answered goes again in the order of selling, when its first sale is due', async () => {
  stopClock()
  shorterAndShorter()
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 1 + salesAtOnce + 3)
  const silentOnce = new Set(ended.slice(1, 1 + salesAtOnce))
  const server = await aServer((id) => silentOnce.delete(id))
  await anOutbox(store).drain()
  const waiting = await store.outbox()
  expect([waiting.length, server.taken]).toEqual([salesAtOnce + 3, ended.slice(0, 1)])
  const dueAt = Math.min(...waiting.filter(({ attempts }) => attempts > 0).map(({ nextAttemptAt }) => nextAttemptAt))
  await vi.advanceTimersByTimeAsync(dueAt - Date.now())
  await until('all have gone', async () => (await store.outbox()).length === 0)
  expect(server.taken).toEqual(ended)
})

test('a sale that ends while an older one waits for an answer does not overtake it', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const [first] = await endedSales(store, 1)
  let isSilent = true
  const server = await aServer(() => isSilent)
  const outbox = anOutbox(store)
  await outbox.drain()
  isSilent = false
  const [second] = await endedSales(store, 1)
  await outbox.drain()
  expect(server.taken).toEqual([first, second])
})

test('nothing is asked for again before something is due', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  await endedSales(store, 2)
  const server = await aServer(() => true)
  const outbox = anOutbox(store)
  await outbox.drainAll()
  await outbox.drainAll()
  const asked = server.asked.length
  const waiting = await store.outbox()
  await store.settle([
    async (tx) => void (await tx.objectStore('outbox').put({ ...waiting[1]!, nextAttemptAt: Date.now() + 500 })),
  ])
  await outbox.drain()
  await outbox.drain()
  expect(server.asked).toHaveLength(asked)
})

test('a server that is there and never answers one sale: the others go past it, and it waits for itself', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const [silent, second, third] = await endedSales(store, 3)
  const server = await aServer((id) => id === silent, { looks: isThere })
  const outbox = anOutbox(store)
  // Unheard once says nothing against it; unheard again while the server is there does.
  await outbox.drain()
  expect(server.asked).toEqual([silent])
  await outbox.drainAll()
  expect([server.taken, server.looks]).toEqual([[second, third], 1])
  expect(await store.outbox()).toMatchObject([{ saleId: silent, attempts: 2, waitsForLine: false }])
  const [fourth] = await endedSales(store, 1)
  await outbox.drain()
  expect([server.taken.at(-1), server.asked.filter((id) => id === silent).length]).toEqual([fourth, 2])
})

test('nobody is there: what stayed unheard again keeps those behind it from being tried in vain', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const [first] = await endedSales(store, 3)
  const server = await aServer(() => true)
  const outbox = anOutbox(store)
  await outbox.drain()
  await outbox.drainAll()
  expect([server.asked, server.looks]).toEqual([[first, first], 1])
  expect((await store.outbox()).map(({ attempts }) => attempts)).toEqual([2, 0, 0])
})

test('a page of a proxy is nobody’s answer: the line waits, in its order', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 4)
  const taken: string[] = []
  let isGone = true
  let asked = 0
  await openApiEdge((one) => {
    asked++
    if (isGone) return { status: 502, body: '<html>bad gateway</html>' }
    taken.push(idOf(one))
    return accepted(one.body)
  })
  const outbox = anOutbox(store)
  await outbox.drain()
  expect([asked, (await store.outbox()).map(({ attempts }) => attempts)]).toEqual([1, [1, 0, 0, 0]])
  isGone = false
  await outbox.drain()
  expect(taken).toEqual(ended)
})

test('what the server answered without deciding waits for itself, whatever else is due', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const [broken] = await endedSales(store, 1)
  const asked: string[] = []
  await openApiEdge((one) => {
    asked.push(idOf(one))
    return idOf(one) === broken ? { status: 500, body: { message: 'internal' } } : accepted(one.body)
  })
  const outbox = anOutbox(store)
  await outbox.drain()
  const [second] = await endedSales(store, 1)
  await outbox.drain()
  expect(asked).toEqual([broken, second])
})

test('signed out, nobody looks for the server sale by sale', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  await endedSales(store, 3)
  const server = await aServer(() => false, { looks: isThere })
  const outbox = anOutbox(store, () => [() => Promise.resolve(undefined)])
  await outbox.drain()
  await outbox.drainAll()
  expect([server.asked, server.looks, (await store.outbox()).map(({ attempts }) => attempts)]).toEqual([
    [],
    0,
    [2, 0, 0],
  ])
})

test('a run that never ends loses its turn, in its own window and to another one, and the order of selling stays', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const server = await aServer(() => false)
  let hangs = 1
  const hung = () => [() => (hangs-- > 0 ? new Promise<never>(() => undefined) : Promise.resolve('terminal'))]
  const alone = anOutbox(store, hung)
  const ended = await endedSales(store, 3)
  void alone.drain()
  await until('it hangs', () => hangs < 1)
  await vi.advanceTimersByTimeAsync(lookEveryMs * stalledLooks)
  expect(server.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(lookEveryMs * 2)
  await until('the window itself has sent them', async () => (await store.outbox()).length === 0)

  hangs = 1
  const more = await endedSales(store, 2)
  void alone.drain()
  await until('it hangs', () => hangs < 1)
  anOutbox(store)
  await vi.advanceTimersByTimeAsync(lookEveryMs * (stalledLooks + 2))
  await until('the other window has sent them', async () => (await store.outbox()).length === 0)
  // Two windows may take the turn in the same moment; the server takes a sale once.
  expect([...new Set(server.taken)]).toEqual([...ended, ...more])
})

test('a queue that moves, that is not due or that only grows is not stalled', () => {
  const row = (saleId: string, attempts: number, nextAttemptAt = 0) =>
    ({ saleId, attempts, nextAttemptAt, revision: 1 }) as OutboxRow
  const isStalled = watchQueue()
  const looks = (count: number, rows: (look: number) => OutboxRow[]) =>
    Array.from({ length: count }, (_, look) => isStalled(rows(look), 1_000))
  const many = 3 * stalledLooks
  expect(looks(many, (look) => [row('tried', look)])).not.toContain(true)
  // No connection: the first one is tried again and again, with waits, and those behind it are due.
  expect(looks(many, (look) => [row('first', look, 5_000), row('behind it', 0)])).not.toContain(true)
  expect(looks(many, (look) => [row(`sent ${look}`, 0), row('behind it', 0)])).not.toContain(true)
  expect(looks(many, () => [row('later', 3, 5_000)])).not.toContain(true)
  expect(looks(many, () => [])).not.toContain(true)
  const growing = looks(many, (look) => [
    row('stuck', 1),
    ...Array.from({ length: look }, (_, at) => row(`new ${at}`, 0)),
  ])
  expect(growing.indexOf(true)).toBe(stalledLooks)
  expect(growing.filter(Boolean)).toHaveLength(2)
})
