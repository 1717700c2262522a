import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, undoPlan, type ImportChange, type UndoRule } from '#shared/domain/imports/undo-plan.ts'

type Row = { rate: number; product: string | null; archived: boolean }
type Rows = ReadonlyMap<string, Row>
const rule: UndoRule<Row> = {
  free: ['product'],
  claimOf: ({ archived, product }) => (archived ? null : product),
}
const aRow = (rate: number, rest: Partial<Row> = {}): Row => ({ rate, product: null, archived: false, ...rest })
const rowsOf = (rows: Record<string, Row>): Rows => new Map(Object.entries(rows))

/** The rows after an undo, as a server writes them. */
function written(now: Rows, changes: readonly ImportChange<Row>[], by: UndoRule<Row> = rule): Rows {
  const rows = new Map(now)
  for (const { key, row } of undoPlan(changes, now, by).undone)
    if (row === null) rows.delete(key)
    else rows.set(key, row)
  return rows
}

describe('an undo', () => {
  const before = rowsOf({ A: aRow(70), B: aRow(70), C: aRow(70) })
  const after = rowsOf({ A: aRow(70), B: aRow(80), C: aRow(70, { archived: true }), D: aRow(50) })
  const changes = changesBetween(before, after)

  test('knows what was added and changed, and nothing of what stayed', () => {
    expect(changes.map(({ key, before: was }) => [key, was?.rate])).toEqual([
      ['B', 70],
      ['C', 70],
      ['D', undefined],
    ])
  })

  test('takes away what was added, and gives the rest back', () => {
    expect(written(after, changes)).toEqual(before)
  })

  test('leaves a row that was changed since, or that is gone', () => {
    const now = new Map(after)
    now.set('B', aRow(85))
    now.delete('D')
    const plan = undoPlan(changes, now, rule)
    expect(plan.undone.map(({ key }) => key)).toEqual(['C'])
    expect(plan.kept.map(({ change, why }) => [change.key, why])).toEqual([
      ['B', 'changed'],
      ['D', 'changed'],
    ])
  })

  test('leaves a row that was used since', () => {
    const plan = undoPlan(changes, after, { ...rule, isUsed: ({ key }) => key === 'D' })
    expect(plan.kept.map(({ change, why }) => [change.key, why])).toEqual([['D', 'used']])
  })

  test('keeps a product that was given by hand since, and lets an added row stay with it', () => {
    const now = new Map(after)
    now.set('B', aRow(80, { product: 'doliprane' }))
    now.set('D', aRow(50, { product: 'efferalgan' }))
    expect(written(now, changes)).toEqual(
      rowsOf({
        A: aRow(70),
        B: aRow(70, { product: 'doliprane' }),
        C: aRow(70),
        D: aRow(50, { product: 'efferalgan' }),
      }),
    )
  })

  test('leaves a row whose product another one has meanwhile, and the one that it is in the way of', () => {
    const was = rowsOf({ A: aRow(70, { product: 'P' }), B: aRow(70, { product: 'Q' }), C: aRow(70) })
    const is = rowsOf({
      A: aRow(70, { product: 'P', archived: true }),
      B: aRow(70, { product: 'P' }),
      C: aRow(70, { product: 'Q' }),
    })
    const plan = undoPlan(
      changesBetween(was, is).filter(({ key }) => key !== 'C'),
      is,
      rule,
    )
    expect(plan.undone).toEqual([])
    expect(plan.kept.map(({ change, why }) => [change.key, why])).toEqual([
      ['B', 'taken'],
      ['A', 'taken'],
    ])
  })
})

const anyRow = fc.record({
  rate: fc.integer({ min: 0, max: 3 }),
  product: fc.constantFrom(null, 'P', 'Q', 'R'),
  archived: fc.boolean(),
})
const anyRows = fc
  .dictionary(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), anyRow)
  .map(rowsOf)
  .map(withoutClashes)
/** An import takes no row away. */
const anyImport = fc.tuple(anyRows, anyRows).map(([before, file]) => ({
  before,
  after: withoutClashes(new Map([...file, ...before, ...file])),
}))

/** A product stands on one row that is not archived. */
function withoutClashes(rows: Rows): Rows {
  const claimed = new Set<string>()
  return new Map(
    [...rows].map(([key, row]) => {
      const claim = rule.claimOf!(row)
      if (claim === null) return [key, row]
      if (claimed.has(claim)) return [key, { ...row, product: null }]
      claimed.add(claim)
      return [key, row]
    }),
  )
}

test('when nothing else happened, the rows are those before the import', () => {
  fc.assert(
    fc.property(anyImport, ({ before, after }) => {
      const changes = changesBetween(before, after)
      expect(undoPlan(changes, after, rule).kept).toEqual([])
      expect(written(after, changes)).toEqual(before)
    }),
  )
})

test('whatever was written since, no row is lost or doubled, and each change is taken back or told', () => {
  fc.assert(
    fc.property(anyImport, anyRows, ({ before, after }, since) => {
      const now = withoutClashes(new Map([...after, ...since]))
      const changes = changesBetween(before, after)
      const { undone, kept } = undoPlan(changes, now, rule)
      expect([...undone, ...kept.map(({ change }) => change)].map(({ key }) => key).toSorted()).toEqual(
        changes.map(({ key }) => key).toSorted(),
      )
      const rows = written(now, changes)
      expect(withoutClashes(rows)).toEqual(rows)
      for (const [key, row] of now)
        if (!undone.some((undoing) => undoing.key === key)) expect(rows.get(key)).toEqual(row)
        else if (rows.has(key)) expect(rows.get(key)!.rate).toBe(before.get(key)!.rate)
    }),
  )
})
