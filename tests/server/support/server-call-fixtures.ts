import type { CallFixture } from '#tests/server/support/call-fixtures.ts'

const nothing = (): CallFixture => ({})

/** A valid request of every call about the server itself. */
export const serverCallFixtures: Record<string, () => CallFixture> = {
  'pharmacies.engine': nothing,
  'pharmacies.confirmCopy': nothing,
  'pharmacies.tryBackup': nothing,
  'pharmacies.keptDays': nothing,
  'pharmacies.openBeside': () => ({ body: { kind: 'past', day: '2026-03-03' } }),
  'pharmacies.closeBeside': nothing,
  'pharmacies.pairStandby': nothing,
  'pharmacies.forgetStandby': nothing,
}
