import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import type { CashRegister, RegisterReport } from '#shared/contract/cash-registers.ts'
import { followRegister } from '#shared/session/follow-register.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { maker } from '#tests/support/a-patient.ts'
import { anOutbox, count, countedAt, rose, takeAll } from '#tests/support/a-register.ts'
import { openApiEdge, type Answer, type ApiEdge } from '#tests/support/api-edge.ts'
import { aTaking } from '#tests/support/a-taking.ts'

const { userId } = aurele
const session = {
  id: aurele.sessionId,
  userId,
  uid: userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: ['register.use' as const],
  startedAt: 1,
  isOffline: false,
}

function aRegister(id: string, given: Partial<CashRegister> = {}): CashRegister {
  return {
    id,
    openedBy: userId,
    openedByName: 'DOSSOU Aurèle',
    openedAt: '2026-11-21T07:00:00.000Z',
    float: 20_000,
    isFloatDeclared: true,
    heldBy: userId,
    heldByName: 'DOSSOU Aurèle',
    state: 'OPEN',
    closedAt: null,
    closedByName: null,
    sales: 0,
    number: null,
    gap: null,
    firstGap: null,
    ...given,
  }
}
const reported = (register: CashRegister): RegisterReport => ({
  register,
  totals: [],
  expected: null,
  counts: [],
  awaited: [],
  events: [],
})

/** What the server knows: the registers that were ever opened, and which of them is the member's open one. */
type Known = { current: CashRegister | null; registers: CashRegister[] }

/** A till whose member stands here, and a server that answers what it knows. */
async function aTill({ isOffline = false } = {}) {
  const known: Known = { current: null, registers: [] }
  const refusedSales = new Set<string>()
  const answerOf: ApiEdge['answer'] = (asked): Answer => {
    const { method, path, query, body } = asked
    if (method === 'POST' && path.startsWith('/cash-registers')) return takeAll(asked)
    if (path === '/cash-registers/current') return { status: 200, body: { cashRegister: known.current } }
    if (path === '/sales')
      return refusedSales.has((JSON.parse(body) as { id: string }).id)
        ? { status: 422, body: { message: 'sales:registerClosed', details: {} } }
        : accepted(body)
    const register = known.registers.find(({ id }) => id === query.get('registerId'))
    return register
      ? { status: 200, body: reported(register) }
      : { status: 404, body: { message: 'requests:notFound' } }
  }
  const edge = await openApiEdge(answerOf)
  const [store, salesStore] = [createStore(), openSalesStore(pharmacyId)]
  store.set(identityAtom, {
    terminal: { terminalId: maker.terminalId, terminalCode: 'K7QF', account: null, pharmacy: null, members: [] },
    session: { ...session, isOffline },
  })
  let told = 0
  const followed = followRegister(store, salesStore, () => void told++)
  onTestFinished(() => followed.stop())
  return {
    edge,
    known,
    refusedSales,
    salesStore,
    followed,
    here: async () => (await salesStore.snapshot(0)).registers,
    told: () => told,
  }
}

/** What waits here reaches the server. */
async function sent(salesStore: SalesStore): Promise<void> {
  await anOutbox(salesStore).drain()
}

test.each<[string, Partial<CashRegister>]>([
  ['closed', { state: 'CLOSED' }],
  ['closed, and waits for a sale of another terminal', { state: 'WAITING' }],
  ['handed over', { heldBy: rose }],
])('a register that was %s elsewhere is let go of, and the next sale goes into another one', async (_, became) => {
  const { known, salesStore, followed, here, told } = await aTill()
  const register = aRegister(crypto.randomUUID())
  known.current = register
  await followed.look()
  expect(await here()).toMatchObject([{ id: register.id, float: 20_000 }])
  known.current = null
  known.registers = [{ ...register, ...became }]
  const before = told()
  await followed.look()
  expect([await here(), told()]).toEqual([[], before + 1])
  expect((await anEndedSale(salesStore)).payload.registerId).not.toBe(register.id)
})

test('taken over at another terminal in its place, it is gone on with', async () => {
  const { known, followed, here } = await aTill()
  const [first, second] = [aRegister(crypto.randomUUID()), aRegister(crypto.randomUUID())]
  known.current = first
  await followed.look()
  known.current = second
  known.registers = [{ ...first, state: 'CLOSED' }, second]
  await followed.look()
  expect(await here()).toMatchObject([{ id: second.id }])
})

test.each(['opened later', 'opened earlier'])(
  'a register of his at another terminal, %s, does not take the place of the one in this drawer',
  async (which) => {
    const { edge, known, followed, here } = await aTill()
    const own = aRegister(crypto.randomUUID(), {
      openedAt: which === 'opened later' ? '2026-11-21T07:00:00.000Z' : '2026-11-21T08:30:00.000Z',
    })
    known.current = own
    known.registers = [own]
    await followed.look()
    await followed.look()
    expect(edge.asked.map(({ path }) => path)).toEqual(['/cash-registers/current', '/cash-registers/current'])
    // a colleague handed him hers at the other terminal, or a sale without a network opened one there
    const other = aRegister(crypto.randomUUID(), { openedAt: '2026-11-21T08:00:00.000Z' })
    known.registers.push(other)
    known.current = other
    await followed.look()
    expect(await here()).toMatchObject([{ id: own.id }])
    known.registers = [{ ...own, state: 'CLOSED' }, other]
    await followed.look()
    expect(await here()).toMatchObject([{ id: other.id }])
  },
)

test('taken over here while he holds one elsewhere, it stays, before the server has heard of the hand-over and after', async () => {
  const { known, salesStore, followed, here } = await aTill()
  const { id } = await salesStore.openTill(20_000, { ...maker, sellerId: rose })
  await sent(salesStore)
  await salesStore.handOver(
    { registerId: id, count, countedAt, comment: null, receivedBy: userId, found: [], taking: aTaking(id, userId) },
    { ...maker, sellerId: rose },
  )
  const elsewhere = aRegister(crypto.randomUUID(), { openedAt: '2026-11-21T09:00:00.000Z' })
  known.current = elsewhere
  known.registers = [aRegister(id, { heldBy: rose }), elsewhere]
  await followed.look()
  expect(await here()).toMatchObject([{ id }])
  await sent(salesStore)
  known.registers = [aRegister(id), elsewhere]
  await followed.look()
  expect(await here()).toMatchObject([{ id }])
  known.registers = [aRegister(id, { heldBy: rose }), elsewhere]
  await followed.look()
  expect(await here()).toMatchObject([{ id: elsewhere.id }])
})

test('of two that were opened, one by a sale without a network, none takes turns with the other', async () => {
  const { known, salesStore, followed, here } = await aTill()
  const [elsewhere, { payload }] = [aRegister(crypto.randomUUID()), await anEndedSale(salesStore)]
  known.current = elsewhere
  known.registers = [elsewhere]
  await followed.look()
  expect(await here()).toMatchObject([{ id: payload.registerId }])
  await sent(salesStore)
  const own = aRegister(payload.registerId)
  known.registers.push(own)
  for (const newest of [own, elsewhere, own]) {
    known.current = newest
    await followed.look()
    expect(await here()).toMatchObject([{ id: own.id }])
  }
})

test('one in which nothing lies and of which nobody heard yields to the one that the server knows', async () => {
  const { known, salesStore, followed, here } = await aTill()
  await salesStore.registerOf(userId)
  known.current = aRegister(crypto.randomUUID())
  await followed.look()
  expect(await here()).toMatchObject([{ id: known.current.id }])
})

test('one that the server does not know yet is kept, and one that it has open beside another too', async () => {
  const { edge, known, salesStore, followed, here } = await aTill()
  const { id } = await salesStore.registerOf(userId)
  await followed.look()
  expect(await here()).toMatchObject([{ id }])
  await salesStore.openTill(5000, maker)
  known.current = aRegister(crypto.randomUUID())
  known.registers = [aRegister(id)]
  await followed.look()
  expect(await here()).toMatchObject([{ id }])
  expect(edge.asked.map(({ path }) => path)).toContain('/cash-registers/report')
})

test('what waits for an answer in it keeps it; refused, it waits no more', async () => {
  const { edge, known, refusedSales, salesStore, followed, here } = await aTill()
  const { sale, payload } = await anEndedSale(salesStore)
  known.registers = [aRegister(payload.registerId, { state: 'CLOSED' })]
  await followed.look()
  expect(await here()).toMatchObject([{ id: payload.registerId }])
  expect(edge.asked.map(({ path }) => path)).toEqual(['/cash-registers/current'])
  refusedSales.add(sale.id)
  await sent(salesStore)
  await followed.look()
  expect(await here()).toEqual([])
})

test('of one whose float nobody declared it can be declared here; declared elsewhere meanwhile it is known', async () => {
  const { known, salesStore, followed, here } = await aTill()
  const sold = aRegister(crypto.randomUUID(), { float: 0, isFloatDeclared: false })
  known.current = sold
  await followed.look()
  await followed.look()
  expect((await here())[0]).toEqual({ userId, id: sold.id, openedAt: sold.openedAt, isDated: true })
  known.current = { ...sold, float: 7000, isFloatDeclared: true }
  await followed.look()
  expect(await here()).toMatchObject([{ id: sold.id, float: 7000 }])
  known.current = aRegister(crypto.randomUUID(), { float: 0, isFloatDeclared: false })
  await followed.look()
  expect(await salesStore.openTill(5000, maker)).toMatchObject({ id: known.current.id, float: 5000 })
  // Declared here, and the server has not heard it.
  await followed.look()
  expect(await here()).toMatchObject([{ id: known.current.id, float: 5000 }])
})

test('a server of yesterday does not say who declared the float: it is as it says', async () => {
  const { known, followed, here } = await aTill()
  const { isFloatDeclared: _, ...ofYesterday } = aRegister(crypto.randomUUID(), { float: 0 })
  known.current = ofYesterday as CashRegister
  await followed.look()
  expect(await here()).toMatchObject([{ float: 0 }])
})

test('unlocked without a network nobody is asked; where nobody answers the own register goes on', async () => {
  const offline = await aTill({ isOffline: true })
  await offline.followed.look()
  expect(offline.edge.asked).toEqual([])
  const { edge, salesStore, followed, here } = await aTill()
  const { id } = await salesStore.registerOf(userId)
  for (const answer of [
    'hang up',
    { status: 500, body: { message: 'internal' } },
    { status: 403, body: { message: 'auth:forbidden' } },
  ] as const) {
    edge.answer = () => answer
    await followed.look()
  }
  expect(await here()).toMatchObject([{ id }])
})

test('a known register is not written again, and a flood of news is asked for once', async () => {
  const { edge, known, followed, told } = await aTill()
  known.current = aRegister(crypto.randomUUID())
  await followed.look()
  await followed.look()
  expect(told()).toBe(1)
  edge.asked.length = 0
  for (let each = 0; each < 50; each++) followed.lookSoon()
  await followed.look()
  expect(edge.asked.length).toBeLessThanOrEqual(2)
})
