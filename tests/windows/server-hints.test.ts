import { expect, onTestFinished, test, vi } from 'vitest'
import { openBus, type Notice } from '#shared/windows/bus.ts'
import { hearServer, type ServerHint } from '#shared/windows/server-hints.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'

async function aLeader() {
  const edge = await openApiEdge(() => ({ status: 404, body: {} }))
  const [bus, other] = [openBus(), openBus()]
  const [heard, told]: [ServerHint[], Notice[]] = [[], []]
  other.subscribe((notice) => told.push(notice))
  const losses: number[] = []
  const { stop, wake } = hearServer(
    bus,
    (list) => heard.push(list),
    () => losses.push(Date.now()),
  )
  onTestFinished(() => {
    stop()
    bus.close()
    other.close()
  })
  await until('the stream is open', () => edge.streams.length >= 1)
  return { edge, heard, told, losses, stop, wake }
}

test('a hint of the server reaches this window and, by the bus, the others', async () => {
  const { edge, heard, told } = await aLeader()
  edge.streams[0]!.write('data: {"list":"sales"}\n\n')
  await until('the others hear', () => told.length >= 2)
  // The first one: what changed before the stream was open was not heard.
  expect(heard).toEqual(['all', 'sales'])
  expect(told).toEqual([
    { kind: 'server-hint', list: 'all' },
    { kind: 'server-hint', list: 'sales' },
  ])
})

test('a hint in two pieces is one hint; what is not one is ignored', async () => {
  const { edge, heard } = await aLeader()
  edge.streams[0]!.write(': here\n\ndata: nonsense\n\ndata: {"list":"of a newer server"}\n\ndata: {"li')
  await new Promise((later) => setTimeout(later, 20))
  edge.streams[0]!.write('st":"users"}\n\n')
  await until('the hint', () => heard.length >= 2)
  expect(heard).toEqual(['all', 'users'])
})

test('the stream breaks: it is opened again, and everything may have changed', async () => {
  const { edge, heard } = await aLeader()
  edge.streams[0]!.destroy()
  await until('a second stream', () => edge.streams.length >= 2)
  await until('the hint', () => heard.length >= 2)
  expect(heard).toEqual(['all', 'all'])
})

test('a stream that breaks is a reason to look at the network, one that was ended here is none', async () => {
  const { edge, losses, stop } = await aLeader()
  edge.streams[0]!.destroy()
  await until('the loss is told', () => losses.length >= 1)
  await until('a second stream', () => edge.streams.length >= 2)
  stop()
  await until('the server sees it leave', () => edge.streams[1]!.destroyed)
  expect(losses).toHaveLength(1)
})

test('woken from sleep, a stream that was not heard for long is opened again at once; one that was heard is kept', async () => {
  const { edge, heard, losses, wake } = await aLeader()
  await until('the first hint', () => heard.length >= 1)
  wake()
  edge.streams[0]!.write('data: {"list":"sales"}\n\n')
  await until('the hint', () => heard.length >= 2)
  expect(edge.streams).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  onTestFinished(() => void vi.useRealTimers())
  wake()
  await until('a second stream', () => edge.streams.length >= 2)
  await until('everything may have changed', () => heard.length >= 3)
  expect([heard.at(-1), losses.length]).toEqual(['all', 0])
})

test('stopped, it hears no more and opens no more', async () => {
  const { edge, heard, stop } = await aLeader()
  await until('the first hint', () => heard.length >= 1)
  stop()
  await until('the server sees it leave', () => edge.streams[0]!.destroyed)
  await new Promise((later) => setTimeout(later, 1200))
  expect(edge.streams).toHaveLength(1)
})
