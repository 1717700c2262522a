import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadProRata } from '#shared/domain/coverage/spread-pro-rata.ts'
import { runs } from '#tests/support/extent.ts'

test('whole parts first, then a unit each to the largest remainders', () => {
  // 4 000 of 1 600 + 2 400 + 2 000: 1 066⅔, 1 600, 1 333⅓
  expect(spreadProRata(4000, [1600, 2400, 2000])).toEqual([1067, 1600, 1333])
  // 5 of 3 + 3 + 1: 2.14, 2.14, 0.71 → 2, 2, 0 and one more to the last
  expect(spreadProRata(5, [3, 3, 1])).toEqual([2, 2, 1])
})

test('equal remainders go to the earlier claims', () => {
  expect(spreadProRata(200, [100, 100, 100])).toEqual([67, 67, 66])
})

test('nothing to spread, nothing claimed', () => {
  expect(spreadProRata(0, [5, 0])).toEqual([0, 0])
  expect(spreadProRata(0, [0, 0])).toEqual([0, 0])
  expect(spreadProRata(0, [])).toEqual([])
})

test('more than is claimed, or less than nothing, cannot be spread', () => {
  for (const amount of [-1, 8]) expect(() => spreadProRata(amount, [3, 4])).toThrow(RangeError)
})

const anyClaims = fc.oneof(
  fc.array(fc.nat(20), { maxLength: 12 }),
  fc.array(fc.nat(1_000_000_000_000_000), { maxLength: 8 }),
)

test('it adds up, no share exceeds its claim, and none is a whole unit away from its proportion, however large', () => {
  const anySpread = anyClaims
    .chain((claims) => fc.tuple(fc.constant(claims), fc.nat({ max: 1000 })))
    .map(([claims, share]) => {
      const claimed = claims.reduce((total, claim) => total + claim, 0)
      return { claims, claimed, amount: Number((BigInt(claimed) * BigInt(share)) / 1000n) }
    })
  fc.assert(
    fc.property(anySpread, ({ claims, claimed, amount }) => {
      const shares = spreadProRata(amount, claims)
      expect(shares.reduce((total, share) => total + share, 0)).toBe(amount)
      for (const [place, share] of shares.entries()) {
        const claim = claims[place]!
        expect(share >= 0 && share <= claim).toBe(true)
        const distance = BigInt(share) * BigInt(claimed) - BigInt(claim) * BigInt(amount)
        expect((distance < 0n ? -distance : distance) < BigInt(Math.max(1, claimed))).toBe(true)
      }
    }),
    { numRuns: runs(3000) },
  )
})
