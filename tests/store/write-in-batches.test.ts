import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeInBatches } from '#shared/store/tools/write-in-batches.ts'

test('items that arrive during a write are written by the next one, in order', async () => {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const write = writeInBatches<string>((things) => {
    batches.push([...things])
    return new Promise((resolve) => ends.push(() => resolve()))
  })
  const first = write('one')
  await Promise.resolve()
  await Promise.resolve()
  const rest = ['two', 'three', 'four'].map(write)
  ends[0]!()
  await first
  await expect.poll(() => batches).toEqual([['one'], ['two', 'three', 'four']])
  ends[1]!()
  await Promise.all(rest)
})

test('a failed write rejects the calls of its items, and the next one works', async () => {
  let fails = true
  const write = writeInBatches<string>(() =>
    fails ? Promise.reject(new Error('the disk is full')) : Promise.resolve(),
  )
  const lost = [write('one'), write('two')]
  for (const each of lost) await expect(each).rejects.toThrow('the disk is full')
  fails = false
  await expect(write('three')).resolves.toBeUndefined()
})

test('each item is written once, in order, and writes never overlap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.integer(), { maxLength: 30 }), async (scheduler, things) => {
      const written: number[] = []
      let underWay = 0
      const write = writeInBatches<number>(async (batch) => {
        expect(++underWay).toBe(1)
        await scheduler.schedule(Promise.resolve())
        written.push(...batch)
        underWay--
      })
      const calls = scheduler.scheduleSequence(things.map((thing) => () => Promise.resolve(void write(thing))))
      await scheduler.waitFor(calls.task)
      await scheduler.waitFor(write(-1))
      expect(written).toEqual([...things, -1])
    }),
  )
})
