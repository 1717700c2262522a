import { expect, test, vi } from 'vitest'
import { workerJournal } from '#shared/store/disk/worker-journal.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { MemoryDirectory } from '#tests/support/memory-directory.ts'
import { playWorker } from '#tests/support/played-worker.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const later = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
const line = { database: 'd', changes: [] }

test('a journal that has grown long may take its time to be read, compared or written anew', async () => {
  stopClock()
  playWorker(new MemoryDirectory(), later(60_000))
  const journal = workerJournal(pharmacyId)!
  const works = Promise.all([journal.survey(), journal.read(), journal.replace(line, 1), journal.compact()])
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await works).slice(0, 2)).toEqual([[], []])
})

test('a line that is not taken in time is given up, and so is in the end a worker that is stuck', async () => {
  stopClock()
  playWorker(new MemoryDirectory(), later(3_600_000))
  const journal = workerJournal(pharmacyId)!
  const given = Promise.allSettled([journal.append(line), journal.survey()])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await given).toMatchObject([{ reason: { name: 'TimeoutError' } }, { reason: { name: 'TimeoutError' } }])
})
