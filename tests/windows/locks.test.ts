import { expect, test, vi } from 'vitest'
import { hold, holdSale, lockNames, salesInWindows } from '#shared/windows/locks.ts'
import { until } from '#tests/support/api-edge.ts'

const modesOf = async (name: string) => {
  const { held, pending } = await navigator.locks.query()
  const of = (locks: LockInfo[] = []) => locks.filter((lock) => lock.name === name).map(({ mode }) => mode)
  return { held: of(held), pending: of(pending) }
}

test('a sale that opens while an update takes over is sold, and holds the next update back as soon as this one is through', async () => {
  const tookOver = (await hold(lockNames.saleOpen))!
  const release = await holdSale('a')
  expect(release).toBeDefined()
  expect(await salesInWindows()).toEqual(new Set(['a']))
  tookOver()
  await until('the sale holds updates back', async () => (await modesOf(lockNames.saleOpen)).held.join() === 'shared')
  expect(await hold(lockNames.saleOpen)).toBeUndefined()
  release!()
  await until('it is free', async () => (await modesOf(lockNames.saleOpen)).held.length === 0)
  expect(await hold(lockNames.saleOpen)).toBeDefined()
})

test('while it waits for its turn no other update gets in before it', async () => {
  const tookOver = (await hold(lockNames.saleOpen))!
  await holdSale('a')
  const asking = hold(lockNames.saleOpen)
  tookOver()
  expect(await asking).toBeUndefined()
})

test('closed before the update is through, it asks for nothing any more', async () => {
  const tookOver = (await hold(lockNames.saleOpen))!
  const release = await holdSale('a')
  release!()
  await until('nobody waits', async () => (await modesOf(lockNames.saleOpen)).pending.length === 0)
  tookOver()
  await until('it is free', async () => (await modesOf(lockNames.saleOpen)).held.length === 0)
  expect(await salesInWindows()).toEqual(new Set())
  expect(await hold(lockNames.saleOpen)).toBeDefined()
})

test('closed in the moment in which its turn comes, it leaves no lock behind', async () => {
  for (let turn = 0; turn < 12; turn++) {
    const tookOver = (await hold(lockNames.saleOpen))!
    const release = await holdSale('a')
    tookOver()
    for (let tick = 0; tick < turn; tick++) await Promise.resolve()
    release!()
    await until('nobody has it or waits', async () =>
      Object.values(await modesOf(lockNames.saleOpen)).every((modes) => modes.length === 0),
    )
  }
})

test('a browser that refuses the shared lock keeps nobody from selling', async () => {
  const request = navigator.locks.request.bind(navigator.locks)
  vi.spyOn(navigator.locks, 'request').mockImplementation(((
    name: string,
    options: LockOptions,
    work: LockGrantedCallback<unknown>,
  ) =>
    name === lockNames.saleOpen
      ? Promise.reject(new DOMException('no', 'InvalidStateError'))
      : request(name, options, work)) as typeof navigator.locks.request)
  const release = await holdSale('a')
  expect(await salesInWindows()).toEqual(new Set(['a']))
  release!()
  await until('the sale is free', async () => (await salesInWindows()).size === 0)
})
