import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineAge } from '#shared/domain/engine-age.ts'
import { alarmsOf, type AlarmFacts, type PharmacyFacts } from '#shared/domain/server-alarms.ts'

const nowMs = Date.parse('2026-11-29T12:00:00Z')
const hourMs = 3_600_000
const well: PharmacyFacts = {
  id: 'a',
  name: 'Camp Guézo',
  uncertifiedSinceMs: null,
  fiscalTokenEndsMs: null,
  unsentSinceMs: null,
}
const calm: AlarmFacts = {
  nowMs,
  freeBytes: 40_000_000_000,
  engine: { version: '18.4', age: engineAge('18.4', '2026-11-29') },
  failures: 0,
  pharmacies: [well],
}
const keysOf = (facts: Partial<AlarmFacts>): string[] => alarmsOf({ ...calm, ...facts }).map(({ key }) => key)
const ofPharmacy = (facts: Partial<PharmacyFacts>): string[] => keysOf({ pharmacies: [{ ...well, ...facts }] })

test('nothing is said while all is well, nor of what is not known', () => {
  expect(alarmsOf(calm)).toEqual([])
  expect(keysOf({ freeBytes: null, engine: { version: '21.2', age: null } })).toEqual([])
})

test('a full disk, an engine without corrections and repeated failures are of the server', () => {
  expect(keysOf({ freeBytes: 1_999_999_999 })).toEqual(['disk'])
  expect(keysOf({ failures: 9 })).toEqual([])
  expect(keysOf({ failures: 10 })).toEqual(['failures'])
  const later = Date.parse('2030-11-15T12:00:00Z')
  expect(alarmsOf({ ...calm, nowMs: later })[0]?.text).toContain('n’est plus corrigé depuis le 14/11/2030')
})

test('a second computer that is away for an hour, or five minutes behind, is said once', () => {
  const standby = { awaySinceMs: null, lagMs: 0 }
  expect(keysOf({ standby })).toEqual([])
  expect(keysOf({ standby: { ...standby, lagMs: null } })).toEqual([])
  expect(keysOf({ standby: { ...standby, awaySinceMs: nowMs - hourMs } })).toEqual([])
  expect(keysOf({ standby: { ...standby, awaySinceMs: nowMs - hourMs - 1 } })).toEqual(['standby'])
  expect(keysOf({ standby: { ...standby, lagMs: 5 * 60_000 + 1 } })).toEqual(['standby'])
})

test('what waits too long and a token that ends are of a pharmacy, with its name', () => {
  expect(ofPharmacy({ uncertifiedSinceMs: nowMs - 5 * hourMs, unsentSinceMs: nowMs - 23 * hourMs })).toEqual([])
  expect(ofPharmacy({ uncertifiedSinceMs: nowMs - 7 * hourMs })).toEqual(['fiscal:a'])
  expect(ofPharmacy({ unsentSinceMs: nowMs - 25 * hourMs })).toEqual(['unsent:a'])
  expect(ofPharmacy({ fiscalTokenEndsMs: nowMs + 73 * hourMs })).toEqual([])
  const ends = alarmsOf({ ...calm, pharmacies: [{ ...well, fiscalTokenEndsMs: nowMs + 71 * hourMs }] })
  expect(ends).toEqual([
    { key: 'token:a', text: 'Camp Guézo : le jeton de la plateforme fiscale finit dans moins de trois jours.' },
  ])
  expect(alarmsOf({ ...calm, pharmacies: [{ ...well, fiscalTokenEndsMs: nowMs }] })[0]?.text).toContain('est échu')
})

test('a backup that was tried in vain twice is an alarm with the reason', () => {
  expect(keysOf({ drillFault: null })).toEqual([])
  expect(alarmsOf({ ...calm, drillFault: 'livres différents\u00a0: stock' })).toEqual([
    {
      key: 'drill',
      text: expect.stringContaining('échoué de suite : livres différents\u00a0: stock. Rien ne prouve') as string,
    },
  ])
})

test('a backup that stores nothing for a day, or has no new base for three, is one alarm', () => {
  const ofBackup = (storedHours: number | null, baseHours: number | null) =>
    alarmsOf({
      ...calm,
      backup: {
        storedUntilMs: storedHours === null ? null : nowMs - storedHours * hourMs,
        newestBaseMs: baseHours === null ? null : nowMs - baseHours * hourMs,
      },
    }).map(({ key }) => key)
  expect([ofBackup(23, 71), ofBackup(null, null)]).toEqual([[], []])
  expect([ofBackup(25, 1), ofBackup(0, 73), ofBackup(25, 73)]).toEqual([['backup'], ['backup'], ['backup']])
})

test('a medium on the disk of the data is an alarm, unless a remote store has its content; a store that gets nothing for three days is one', () => {
  const of = (isOnDataDisk: boolean, remoteHours?: number | null) =>
    alarmsOf({
      ...calm,
      backup: { storedUntilMs: nowMs, newestBaseMs: nowMs, isOnDataDisk },
      remoteSinceMs: typeof remoteHours === 'number' ? nowMs - remoteHours * hourMs : remoteHours,
    }).map(({ key }) => key)
  expect([of(false), of(true), of(true, 1), of(true, null)]).toEqual([[], ['backupDisk'], [], []])
  expect([of(false, 71), of(false, 73), of(true, 73)]).toEqual([[], ['backupRemote'], ['backupRemote']])
})

const anyMoment = fc.option(fc.integer({ min: nowMs - 100 * hourMs, max: nowMs + 100 * hourMs }))
const anyFacts = fc.record({
  nowMs: fc.constant(nowMs),
  freeBytes: fc.option(fc.nat()),
  engine: fc.constant(calm.engine),
  failures: fc.nat(20),
  backup: fc.option(fc.record({ storedUntilMs: anyMoment, newestBaseMs: anyMoment }), { nil: undefined }),
  remoteSinceMs: fc.option(anyMoment, { nil: undefined }),
  pharmacies: fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      name: fc.string(),
      uncertifiedSinceMs: anyMoment,
      fiscalTokenEndsMs: anyMoment,
      unsentSinceMs: anyMoment,
    }),
    { selector: ({ id }) => id },
  ),
})

test('an alarm is raised once for what it is about, and a matter that waits stays one until it is settled', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(100), (facts, hours) => {
      const keys = alarmsOf(facts).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      const later = alarmsOf({ ...facts, nowMs: nowMs + hours * hourMs }).map(({ key }) => key)
      expect(keys.filter((key) => !later.includes(key))).toEqual([])
    }),
  )
})
