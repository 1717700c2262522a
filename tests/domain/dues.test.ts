import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carriedDues, leftToOwe, owedAfterReturn, type CarriedDue, type VersionLine } from '#shared/domain/dues.ts'
import { runs } from '#tests/support/extent.ts'

const sum = (dues: readonly { owed: number }[]): number => dues.reduce((total, { owed }) => total + owed, 0)

describe('what a line may still owe', () => {
  test('is what it sold, less returns and open dues', () => {
    expect(leftToOwe({ sold: 5, returned: 1, owed: 2 })).toBe(2)
    expect(leftToOwe({ sold: 2, returned: 2, owed: 0 })).toBe(0)
    expect(leftToOwe({ sold: 2, returned: 1, owed: 2 })).toBe(0)
  })
})

describe('a return', () => {
  const dues = [
    { id: 'first', owed: 2 },
    { id: 'second', owed: 3 },
  ]

  test('takes from the latest due first, and names only those that change', () => {
    expect(owedAfterReturn(dues, 1)).toEqual([{ id: 'second', owed: 2 }])
    expect(owedAfterReturn(dues, 4)).toEqual([
      { id: 'second', owed: 0 },
      { id: 'first', owed: 1 },
    ])
    expect(owedAfterReturn([], 4)).toEqual([])
  })

  test('lowers the sum owed by the returned units, and never below zero', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 6 }), fc.nat(60), (owed, returned) => {
        const open = owed.map((each, id) => ({ id, owed: each }))
        const changed = owedAfterReturn(open, returned)
        const after = open.map((due) => changed.find(({ id }) => id === due.id) ?? due)
        expect(sum(after)).toBe(Math.max(0, sum(open) - returned))
        for (const due of after) expect(due.owed).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: runs(300) },
    )
  })

  test('in any mix with new dues and hand-overs, a line never owes more than it sold and did not take back', () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.array(fc.tuple(fc.constantFrom('note', 'return', 'hand over'), fc.nat(30))),
        (sold, acts) => {
          let dues: { id: number; owed: number }[] = []
          let returned = 0
          for (const [kind, wanted] of acts) {
            const line = { sold, returned, owed: sum(dues) }
            if (kind === 'note') dues = [...dues, { id: dues.length, owed: Math.min(wanted, leftToOwe(line)) }]
            if (kind === 'hand over') dues = dues.map((due) => ({ ...due, owed: Math.max(0, due.owed - wanted) }))
            if (kind === 'return') {
              const back = Math.min(wanted, sold - returned)
              const changed = owedAfterReturn(dues, back)
              dues = dues.map((due) => changed.find(({ id }) => id === due.id) ?? due)
              returned += back
            }
            expect(sum(dues)).toBeLessThanOrEqual(sold - returned)
          }
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('the new version of a sale', () => {
  const box = { productId: 'coartem', packagingId: 'box' }
  const due: CarriedDue = { ...box, id: 'due', lineId: 'a', owed: 2 }

  test('owes the same at the same line', () => {
    expect(
      carriedDues(
        [due],
        [
          { ...box, id: 'b', quantity: 9 },
          { ...box, id: 'a', quantity: 2 },
        ],
      ),
    ).toEqual([{ id: 'due', lineId: 'a', owed: 2 }])
  })

  test('owes at another line of the product, as far as it sells it', () => {
    expect(carriedDues([due], [{ ...box, id: 'b', quantity: 1 }])).toEqual([{ id: 'due', lineId: 'b', owed: 1 }])
  })

  test('owes nothing of what it sells no more, or in another packaging', () => {
    const lines = [
      { ...box, packagingId: 'tablet', id: 'a', quantity: 9 },
      { ...box, productId: 'doliprane', id: 'b', quantity: 9 },
    ]
    expect(carriedDues([due], lines)).toEqual([{ id: 'due', lineId: null, owed: 0 }])
    expect(carriedDues([due], [])).toEqual([{ id: 'due', lineId: null, owed: 0 }])
  })

  const anyOf = { productId: fc.constantFrom('p', 'q'), packagingId: fc.constantFrom('box', 'tablet') }
  const anyDues = fc.array(
    fc.record({ ...anyOf, lineId: fc.constantFrom('0', '1', '2'), owed: fc.integer({ min: 1, max: 9 }) }),
  )
  const anyLines = fc.array(fc.record({ ...anyOf, quantity: fc.integer({ min: 1, max: 9 }) }), { maxLength: 4 })

  test('never owes more than a line sells, nor more than before', () => {
    fc.assert(
      fc.property(anyDues, anyLines, (typedDues, typedLines) => {
        const dues = typedDues.map((each, place): CarriedDue => ({ ...each, id: String(place) }))
        const lines = typedLines.map((each, place): VersionLine => ({ ...each, id: String(place) }))
        const carried = carriedDues(dues, lines)
        expect(carried.map(({ id }) => id)).toEqual(dues.map(({ id }) => id))
        for (const [place, { lineId, owed }] of carried.entries()) {
          const before = dues[place]!
          expect(owed).toBeLessThanOrEqual(before.owed)
          expect(owed > 0).toBe(lineId !== null)
          const line = lines.find(({ id }) => id === lineId)
          if (line) expect([line.productId, line.packagingId]).toEqual([before.productId, before.packagingId])
        }
        for (const { id, quantity } of lines)
          expect(sum(carried.filter(({ lineId }) => lineId === id))).toBeLessThanOrEqual(quantity)
      }),
      { numRuns: runs(300) },
    )
  })
})
