import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeLine, stockAt, takenBackAfterCount, type LineFacts } from '#shared/domain/inventories/counted-line.ts'
import { roundsOf, type Count } from '#shared/domain/inventories/rounds.ts'

const count = (quantity: number, at: number, given: Partial<Count> = {}): Count => ({
  id: `${at}-${quantity}`,
  kind: 'whole',
  quantity,
  at,
  by: 'afi',
  ...given,
})
const line = (given: Partial<LineFacts>): LineFacts => ({
  quantity: 10,
  moved: [],
  counts: [],
  owed: [],
  countsTwice: false,
  ...given,
})

test('a lot that nobody counted is to count', () => {
  expect(judgeLine(line({}))).toMatchObject({ state: 'to-count', difference: null })
})

test('a count is compared with the stock of its own moment, not with that of now', () => {
  const facts = line({ quantity: 7, moved: [{ quantity: -3, at: 50 }], counts: [count(10, 40)] })
  expect(judgeLine(facts)).toMatchObject({ state: 'counted', expected: 10, difference: 0 })
  // Counted after the three boxes left.
  expect(judgeLine({ ...facts, counts: [count(7, 60)] })).toMatchObject({ expected: 7, difference: 0 })
})

test('what differs is counted again: the same difference confirms it, another one does not', () => {
  const first = [count(8, 10)]
  expect(judgeLine(line({ counts: first }))).toMatchObject({ state: 'to-recount', difference: -2 })
  expect(judgeLine(line({ counts: [...first, count(8, 20)] }))).toMatchObject({ state: 'counted', difference: -2 })
  expect(judgeLine(line({ counts: [...first, count(9, 20)] }))).toMatchObject({ state: 'to-recount', difference: -1 })
  expect(judgeLine(line({ counts: [...first, count(10, 20)] }))).toMatchObject({ state: 'counted', difference: 0 })
  expect(judgeLine(line({ counts: [...first, count(9, 20), count(8, 30)] }))).toMatchObject({ state: 'counted' })
})

test('a difference is the same when boxes were sold between the two counts', () => {
  const facts = line({ quantity: 7, moved: [{ quantity: -3, at: 15 }], counts: [count(8, 10), count(5, 20)] })
  expect(judgeLine(facts)).toMatchObject({ state: 'counted', difference: -2 })
})

test('a narcotic is counted twice, also when the first count finds no difference', () => {
  const twice = { countsTwice: true }
  expect(judgeLine(line({ ...twice, counts: [count(10, 10)] })).state).toBe('to-recount')
  expect(judgeLine(line({ ...twice, counts: [count(10, 10), count(10, 20)] })).state).toBe('counted')
  expect(judgeLine(line({ ...twice, counts: [count(9, 10), count(10, 20)] })).state).toBe('to-recount')
})

test('boxes that are owed to somebody stand on the shelf', () => {
  const owed = [{ units: 2, from: 5, until: null }]
  expect(judgeLine(line({ owed, counts: [count(12, 10)] }))).toMatchObject({ expected: 12, difference: 0 })
  // Handed over after the count, and before it.
  expect(judgeLine(line({ owed: [{ units: 2, from: 5, until: 20 }], counts: [count(12, 10)] })).difference).toBe(0)
  expect(judgeLine(line({ owed: [{ units: 2, from: 5, until: 8 }], counts: [count(10, 10)] })).difference).toBe(0)
})

test('what is found elsewhere joins the count before, in whatever order the two arrive', () => {
  const counts = [count(6, 10), count(4, 30, { kind: 'more', by: 'koffi' })]
  expect(roundsOf(counts)).toEqual([{ quantity: 10, at: 10, by: 'afi' }])
  expect(roundsOf(counts.toReversed())).toEqual(roundsOf(counts))
  expect(roundsOf([counts[1]!])).toEqual([{ quantity: 4, at: 30, by: 'koffi' }])
})

/** A sale, a delivery or a find: what happens to the shelf at a moment, and when the server hears of it. */
const events = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 1_000 }),
    delay: fc.integer({ min: 0, max: 1_500 }),
    quantity: fc.integer({ min: -5, max: 5 }).filter((quantity) => quantity !== 0),
  }),
  { maxLength: 12 },
)

/** The server as the rules describe it: it writes movements as they arrive, and books what a closed count differs by. */
function ledger(opening: number) {
  let quantity = opening
  let countedAt: number | null = null
  const moved: { quantity: number; at: number }[] = []
  const write = (movement: { quantity: number; at: number }) => {
    quantity += movement.quantity
    moved.push(movement)
  }
  return {
    quantity: () => quantity,
    hear(movement: { quantity: number; at: number }) {
      const back = takenBackAfterCount(movement, countedAt)
      write(movement)
      if (back !== 0) write({ quantity: back, at: movement.at })
    },
    close(counts: readonly Count[]) {
      const judged = judgeLine(line({ quantity, moved, counts }))
      if (judged.state === 'to-count') return
      // The movement of a closing is dated by its count: a newer count has seen its shelf already.
      if (countedAt === null || judged.at > countedAt) {
        if (judged.difference !== 0) write({ quantity: judged.difference, at: judged.at })
        countedAt = judged.at
      }
    },
  }
}

test('for any order of sales, counts and closings the final quantity is what a person would find', () => {
  fc.assert(
    fc.property(
      events,
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: 0, max: 30 }),
      fc.array(fc.record({ at: fc.integer({ min: 0, max: 1_000 }), closedAfter: fc.integer({ min: 0, max: 1_500 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      (moves, recorded, onShelf, inventories) => {
        const shelfAt = (moment: number) =>
          moves.reduce((sum, { at, quantity }) => (at <= moment ? sum + quantity : sum), onShelf)
        const server = ledger(recorded)
        const heard = [
          ...moves.map(({ at, delay, quantity }) => ({
            when: at + delay,
            happen: () => server.hear({ at, quantity }),
          })),
          ...inventories.map(({ at, closedAfter }) => ({
            when: at + closedAfter,
            happen: () => server.close([count(shelfAt(at), at)]),
          })),
        ].toSorted((a, b) => a.when - b.when)
        for (const { happen } of heard) happen()
        expect(server.quantity()).toBe(shelfAt(Infinity))
      },
    ),
  )
})

test('the stock at a moment and what moved since make the stock of now', () => {
  fc.assert(
    fc.property(fc.integer(), events, fc.integer({ min: 0, max: 1_000 }), (quantity, moved, at) => {
      const since = moved.filter((each) => each.at > at).reduce((sum, each) => sum + each.quantity, 0)
      expect(stockAt(quantity, moved, at) + since).toBe(quantity)
    }),
  )
})
