import { expect, test, vi } from 'vitest'
import type { Engine } from '#shared/contract/engine.ts'
import { standbyText } from '#backoffice/backup/second-computer.tsx'

const paired = {
  name: 'bureau',
  pairedAt: '2026-11-29T08:00:00.000Z',
  awaySince: null,
  lagBytes: 0,
  lagSeconds: 0,
  isLost: false,
}
type Paired = NonNullable<NonNullable<Engine['standby']>['paired']>
const told = (given: Partial<Paired>) =>
  standbyText({ port: 4810, paired: { ...paired, ...given } }).replaceAll(/\s/g, ' ')

test('the second computer is told by what it lacks', () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z') })
  expect(standbyText({ port: 4810, paired: null })).toContain('Aucun')
  expect(told({})).toBe('bureau a tout')
  expect(told({ lagBytes: null, lagSeconds: null })).toBe('bureau suit')
  expect(told({ lagBytes: 3_000_000, lagSeconds: 1.2 })).toMatch(/^bureau suit, avec 3.* Mo, 2 s de retard$/)
  expect(told({ awaySince: '2026-11-29T11:00:00.000Z' })).toContain('il reprend seul')
  expect(told({ awaySince: '2026-11-25T11:00:00.000Z', isLost: true })).toContain('il recopiera tout')
  vi.useRealTimers()
})
