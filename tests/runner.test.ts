import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { journeysOf } from '#tests/support/changed.ts'
import { partOf } from '#tests/support/extent.ts'
import { atLeastOne } from '#tests/support/steps.ts'

/** The end of a run of the played journeys (support/played-journeys) whose title matches. */
function played(grep: string): { status: number | null; output: string; lastLine: string } {
  const folder = mkdtempSync(join(tmpdir(), 'officine-played-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { status, stdout } = spawnSync('npx', ['tsx', 'tests/support/played-journeys/run.ts', grep], {
    encoding: 'utf8',
    // Playwright behaves differently below another runner of tests.
    env: { ...process.env, OFFICINE_PLAYED: folder, VITEST: undefined, NODE_ENV: undefined, FORCE_COLOR: '0' },
  })
  return { status, output: stdout, lastLine: stdout.trim().split('\n').at(-1)! }
}

test('a journey that fails once ends green, and is named with its first failure and the text of its page', () => {
  const { status, output, lastLine } = played('passes|fails once')
  expect([status, lastLine]).toEqual([0, '2 passed, 0 failed'])
  const named = output.slice(output.lastIndexOf('\nflaky: '))
  expect(named).toContain('flaky: played.spec « fails once »')
  expect(named).toContain('another one')
  expect(named).toContain('Reste à payer 1 200')
})

test('a journey that fails twice ends red, also beside one that fails once', () => {
  const { status, output, lastLine } = played('passes|fails')
  expect([status, lastLine]).toEqual([1, '2 passed, 1 failed'])
  expect(output).toContain('failed: played.spec « fails twice »')
  expect(output).toContain('flaky: played.spec « fails once »')
})

test('a runner that ends badly without a failed test of its own counts as one failure', () => {
  const nothing = { passed: 0, failed: 0, skipped: 0 }
  expect(atLeastOne(false, undefined)).toEqual({ ...nothing, failed: 1 })
  expect(atLeastOne(false, { ...nothing, passed: 9 })).toEqual({ ...nothing, passed: 9, failed: 1 })
  expect(atLeastOne(false, { ...nothing, failed: 2 })).toEqual({ ...nothing, failed: 2 })
  expect(atLeastOne(true, { ...nothing, passed: 9 })).toEqual({ ...nothing, passed: 9 })
})

test('the eight parts of a walk are the whole walk, each call once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 12 }), (calls, of) => {
      const parts = Array.from({ length: of }, (_, nth) => partOf(calls, `${nth + 1}/${of}`))
      expect(new Set(parts.flat())).toEqual(new Set(calls))
      expect(parts.flat()).toHaveLength(calls.length)
      for (const part of parts) expect(Math.abs(part.length - calls.length / of)).toBeLessThan(1)
    }),
  )
  expect(partOf([1, 2, 3], '')).toEqual([1, 2, 3])
  expect(() => partOf([1], '9/8')).toThrow('OFFICINE_PART=9/8')
})

test('a change runs the journeys of its folder, and those of the shared rooms when it is shared', () => {
  const matches = (files: string[], tags: string): boolean => new RegExp(journeysOf(files) ?? '$^').test(tags)
  expect(matches(['src/kiosk/payment/payment-screen.tsx'], 'payment.spec.ts a sale @kiosk/payment @server/sales')).toBe(
    true,
  )
  expect(matches(['src/kiosk/pay/x.tsx'], 'a sale @kiosk/payment')).toBe(false)
  expect(matches(['src/shared/domain/coverage/share.ts'], 'first-sale.spec.ts a sale @shared')).toBe(true)
  expect(matches(['e2e/bills.spec.ts'], 'bills.spec.ts the month of an insurer')).toBe(true)
  expect(matches(['e2e/pages/till.ts'], 'any journey')).toBe(true)
  expect(journeysOf(['README.md', 'tests/domain/credit.test.ts'])).toBeUndefined()
})
