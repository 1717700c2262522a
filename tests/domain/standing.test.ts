import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isProven, standingOf } from '#shared/domain/standing.ts'

const his = { userId: 'afi', unlockId: 'u1' }
const till = { userId: 'till', unlockId: null }

test.each([
  { sender: his, session: true, standing: 'live' },
  // Unlocked offline before the network came back: the token proves him, its session is his till's own.
  { sender: his, session: false, standing: 'live' },
  { sender: till, session: true, standing: 'late' },
  { sender: till, session: false, standing: 'unknown-session' },
  { sender: { userId: 'rose', unlockId: 'u2' }, session: true, standing: 'other-sender' },
] as const)('$sender with his session: $session is $standing', ({ sender, session, standing }) => {
  expect(standingOf(sender, 'afi', session)).toBe(standing)
})

test('a member who confirms a parcel is proof enough, of whoever it names', () => {
  for (const sender of [his, { userId: 'rose', unlockId: 'u2' }, till]) {
    expect(standingOf({ ...sender, confirms: true }, 'afi', false)).toBe('confirmed')
    expect(isProven(standingOf({ ...sender, confirms: true }, 'afi', false))).toBe(true)
  }
})

test('nobody stands for another member, whatever session he names', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.uuid(), fc.boolean(), (userId, sellerId, unlockId, isHisSession) => {
      fc.pre(userId !== sellerId)
      expect(isProven(standingOf({ userId, unlockId }, sellerId, isHisSession))).toBe(false)
    }),
  )
})
