import { expect, test } from 'vitest'
import type { Choice } from '#server/backup/choose-base.ts'
import type { Base, LogFile } from '#server/backup/medium.ts'
import { unpackedLogBytes } from '#server/backup/unpack-backup.ts'

const mega = 1024n * 1024n
const base: Base = {
  format: 1,
  system: '1',
  recipient: 'age1',
  timeline: 1,
  start: 40n * mega,
  end: 41n * mega,
  startedAt: '2026-11-29T18:00:00.000Z',
  finishedAt: '2026-11-29T18:00:05.000Z',
  engine: '17',
  migration: 'm',
  parts: [],
  folder: '/medium/base',
  line: 'officine_1',
  bytes: 1,
}
const log = (start: bigint, timeline = 1): LogFile => ({ path: '', line: 'officine_1', timeline, start, bytes: 1 })
const choice = (logs: LogFile[]): Choice => ({ base, logs, older: undefined })

test('the log takes room from the file of the base to the end of its newest file, of the same timeline', () => {
  expect(unpackedLogBytes(choice([log(0n), log(32n * mega), log(160n * mega), log(900n * mega, 2)]))).toBe(
    Number((160n + 24n - 32n) * mega),
  )
  expect(unpackedLogBytes(choice([]))).toBe(Number(9n * mega))
})
