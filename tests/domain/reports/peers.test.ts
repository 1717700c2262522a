import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  fewestOwners,
  peerMonth,
  peerQuartiles,
  peerSizeOf,
  peerSizes,
  periodOfMonth,
  type Peer,
} from '#shared/domain/reports/peers.ts'

const peers = (...figures: (number | null)[]): Peer[] =>
  figures.map((figure, at) => ({ owner: `owner ${at}`, figure, turnover: 1_000_000 }))

describe('the quartiles', () => {
  test.each([
    [[100, 200, 300, 400, 500], { lower: 150, median: 300, upper: 450 }],
    [[100, 200, 300, 400, 500, 600], { lower: 250, median: 350, upper: 450 }],
    [[100, 200, 300, 400, 500, 600, 700], { lower: 250, median: 400, upper: 550 }],
    [[100, 200, 300, 400, 500, 600, 700, 800], { lower: 250, median: 450, upper: 650 }],
  ])('of %j', (figures, expected) => {
    expect(peerQuartiles('meanBasket', peers(...figures), 'me')).toEqual(expected)
  })

  test('are whole francs and days, and percents with one decimal', () => {
    const five = peers(10, 20.5, 30, 40, 51)
    expect(peerQuartiles('stockDays', five, 'me')).toEqual({ lower: 15, median: 30, upper: 46 })
    expect(peerQuartiles('marginRate', five, 'me')).toEqual({ lower: 15.3, median: 30.2, upper: 45.5 })
  })
})

describe('there are none', () => {
  test.each([
    ['of four other owners', peers(1, 2, 3, 4)],
    ['of five of whom one is oneself', [...peers(1, 2, 3, 4), { owner: 'me', figure: 5, turnover: 1_000_000 }]],
    ['of five of whom one does not know the figure', peers(1, 2, 3, 4, null)],
    ['of four owners of six pharmacies', [...peers(1, 2, 3, 4), ...peers(5, 6)]],
    [
      'when one owner sells more than a quarter',
      peers(1, 2, 3, 4, 5).with(2, { owner: 'c', figure: 3, turnover: 1_333_334 }),
    ],
    [
      'when one owner is more than a quarter of the pharmacies',
      [...peers(1, 2, 3, 4, 5), { owner: 'owner 0', figure: 6, turnover: 1 }],
    ],
    ['of pharmacies that sold nothing', peers(1, 2, 3, 4, 5).map((peer) => ({ ...peer, turnover: 0 }))],
  ])('%s', (_, given) => {
    expect(peerQuartiles('meanBasket', given, 'me')).toBeNull()
  })

  test('a quarter to the franc is still allowed', () => {
    const given = peers(1, 2, 3, 4, 5).map((peer, at) => ({ ...peer, turnover: at === 0 ? 4 : 3 }))
    expect(peerQuartiles('meanBasket', given, 'me')).not.toBeNull()
    const more = given.with(0, { ...given[0]!, turnover: 5 })
    expect(peerQuartiles('meanBasket', more, 'me')).toBeNull()
  })
})

const anyPeers = fc.array(
  fc.record({
    owner: fc.constantFrom('me', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
    figure: fc.option(fc.integer({ min: -1000, max: 100_000 }), { freq: 10 }),
    turnover: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 90, max: 130 }) },
      fc.integer({ min: -10, max: 1_000 }),
    ),
  }),
  { maxLength: 40 },
)

describe('of any pharmacies', () => {
  test('never fewer than five others, none above a quarter, in order and within what they are of', () => {
    let told = 0
    fc.assert(
      fc.property(anyPeers, (given) => {
        const found = peerQuartiles('meanBasket', given, 'me')
        if (!found) return
        told += 1
        const others = given.filter(({ owner, figure }) => owner !== 'me' && figure !== null)
        const sumOf = (rows: readonly Peer[]) => rows.reduce((sum, { turnover }) => sum + Math.max(0, turnover), 0)
        const owners = [...new Set(others.map(({ owner }) => owner))]
        expect(owners.length).toBeGreaterThanOrEqual(fewestOwners)
        for (const name of owners) {
          const own = others.filter(({ owner }) => owner === name)
          expect(sumOf(own)).toBeLessThanOrEqual(sumOf(others) / 4)
          expect(own.length).toBeLessThanOrEqual(others.length / 4)
        }
        const figures = others.map(({ figure }) => figure!)
        const { lower, median, upper } = found
        expect([lower, median, upper]).toEqual([lower, median, upper].toSorted((a, b) => a - b))
        expect(lower).toBeGreaterThanOrEqual(Math.min(...figures))
        expect(upper).toBeLessThanOrEqual(Math.max(...figures))
      }),
      { numRuns: 3_000 },
    )
    expect(told).toBeGreaterThan(100)
  })

  test('one’s own pharmacies change nothing, nor does the order', () => {
    fc.assert(
      fc.property(anyPeers, fc.infiniteStream(fc.nat()), (given, keys) => {
        const found = peerQuartiles('marginRate', given, 'me')
        const others = given.filter(({ owner }) => owner !== 'me')
        expect(peerQuartiles('marginRate', others, 'me')).toEqual(found)
        const shuffled = given.map((peer) => ({ peer, key: keys.next().value! })).toSorted((a, b) => a.key - b.key)
        expect(
          peerQuartiles(
            'marginRate',
            shuffled.map(({ peer }) => peer),
            'me',
          ),
        ).toEqual(found)
      }),
    )
  })

  test('no quartile is the figure of one pharmacy, where all figures are far apart', () => {
    const anyFigures = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 5, maxLength: 30 })
    fc.assert(
      fc.property(anyFigures, (steps) => {
        // Powers of three: no mean of two or three of them is one of them.
        const figures = steps.map((_, at) => 3 ** at)
        const { lower, median, upper } = peerQuartiles('meanBasket', peers(...figures), 'me')!
        for (const quartile of [lower, median, upper])
          expect(figures.filter((figure) => figure > 9)).not.toContain(quartile)
      }),
    )
  })
})

test('sizes are bands of the sales of a month, without a gap', () => {
  expect([0, 1_499, 1_500, 4_999, 5_000, 90_000].map(peerSizeOf)).toEqual([
    'small',
    'small',
    'middle',
    'middle',
    'large',
    'large',
  ])
  expect(peerSizes.map(boundsOf)).toEqual([
    { from: null, below: 1_500 },
    { from: 1_500, below: 5_000 },
    { from: 5_000, below: null },
  ])
})

test('a month is compared from the third day after it on', () => {
  expect(peerMonth('2026-12-02')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(peerMonth('2026-12-03')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(peerMonth('2027-01-01')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(peerMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(periodOfMonth('2028-02-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
