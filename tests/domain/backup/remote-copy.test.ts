import fc from 'fast-check'
import { expect, test } from 'vitest'
import { remoteBaseDue, remoteLogs } from '#shared/domain/backup/remote-copy.ts'
import { logReach } from '#shared/domain/backup/retention.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 29, 3)
const base = (days: number, line = 'one') => ({ line, at: now - days * dayMs, start: BigInt(100 - days) * logReach })
const log = (days: number, line = 'one') => ({ id: `${line} ${days}`, line, start: BigInt(100 - days) * logReach })
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
const due = (local: Parameters<typeof remoteBaseDue>[0], remote: Parameters<typeof remoteBaseDue>[1]) =>
  remoteBaseDue(local, remote, { line: 'one', now })

test('a base a week goes to the store; the first one at once, and one again when the log between is lost', () => {
  const local = { bases: range(14, 0).map((days) => base(days)), logs: range(15, 0).map((days) => log(days)) }
  expect(due(local, { bases: [], logs: [] })).toEqual({ base: base(0), isCut: true })
  expect(due(local, { bases: [base(5)], logs: [log(5), log(1)] })).toBeUndefined()
  expect(due(local, { bases: [base(7)], logs: [log(7), log(1)] })).toEqual({ base: base(0), isCut: false })
  // the network was away for longer than the medium keeps the log
  expect(due(local, { bases: [base(30)], logs: [log(30), log(20)] })).toEqual({ base: base(0), isCut: true })
  const holed = { ...local, logs: local.logs.filter(({ id }) => id !== 'one 3') }
  expect(due(holed, { bases: [base(5)], logs: [log(5)] })).toEqual({ base: base(0), isCut: true })
  // nothing newer to send
  expect(due({ ...local, bases: [base(7)] }, { bases: [base(7)], logs: [log(7)] })).toBeUndefined()
  // another medium has a line of its own
  expect(due(local, { bases: [base(1, 'two')], logs: [log(1, 'two')] })).toEqual({ base: base(0), isCut: true })
  expect(due({ bases: [], logs: local.logs }, { bases: [], logs: [] })).toBeUndefined()
  // the clock was a year ahead when a base was taken
  const ahead = { ...base(3), at: now + 365 * dayMs }
  expect(due(local, { bases: [ahead], logs: [log(3), log(1)] })).toEqual({ base: base(0), isCut: false })
})

test('logs go from the first base of their line on, in their order', () => {
  expect(remoteLogs([log(1), log(4), log(2), log(1, 'two')], [base(3), base(1)]).map(({ id }) => id)).toEqual([
    'one 2',
    'one 1',
  ])
  expect(remoteLogs([log(1)], [])).toEqual([])
})

test('whatever was sent when, a store that follows the rule has each moment since its first base, or is due a base', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (baseAge, sentUntil, keptDays) => {
        const local = {
          bases: range(keptDays, 0).map((days) => base(days)),
          logs: range(keptDays, 0).map((days) => log(days)),
        }
        const sent = range(Math.max(baseAge, sentUntil), Math.min(baseAge, sentUntil)).map((days) => log(days))
        const remote = { bases: [base(baseAge)], logs: sent }
        const judged = due(local, remote)
        const all = new Set([...sent, ...remoteLogs(local.logs, remote.bases)].map(({ id }) => id))
        const isWhole = range(baseAge, 0).every((days) => all.has(`one ${days}`))
        if (!judged?.isCut) expect(isWhole).toBe(true)
        if (baseAge >= 7) expect(judged?.base).toEqual(base(0))
      },
    ),
  )
})
