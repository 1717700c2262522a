/** A row as an import finds and leaves it: flat, as JSON. */
export type ImportedRow = Readonly<Record<string, string | number | boolean | null>>
/** A row that an import changed; `before` null: the import added it. An import takes no row away: it archives. */
export type ImportChange<Row extends ImportedRow = ImportedRow> = { key: string; before: Row | null; after: Row }
/**
 * Why an undo leaves a row: `changed` since, by hand or by another import; `used` since; `taken`: what it had before
 * belongs to another row now.
 */
export const keptReasons = ['changed', 'used', 'taken'] as const
export type KeptReason = (typeof keptReasons)[number]

/** A change to take back: `row` is what the row becomes again; null: what the import added goes. */
export type Undoing<Row extends ImportedRow> = ImportChange<Row> & { row: Row | null }
export type UndoPlan<Row extends ImportedRow> = {
  undone: Undoing<Row>[]
  kept: { change: ImportChange<Row>; why: KeptReason }[]
}
export type UndoRule<Row extends ImportedRow> = {
  /** Fields that other acts write too: they keep what was written since, and the rest of the row still goes back. */
  free?: readonly (keyof Row & string)[]
  isUsed?: (change: ImportChange<Row>) => boolean
  /** What only one row can be at a time; null: nothing. */
  claimOf?: (row: Row) => string | null
}

/** What an import changed, from the rows before and after it by their key. */
export function changesBetween<Row extends ImportedRow>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): ImportChange<Row>[] {
  return [...after].flatMap(([key, row]) => {
    const was = before.get(key) ?? null
    return was && isSame(was, row) ? [] : [{ key, before: was, after: row }]
  })
}

/**
 * The changes that can be taken back now: those whose row is still as the import left it. When nothing else happened,
 * these are all changes, and writing them gives the rows before the import.
 */
export function undoPlan<Row extends ImportedRow>(
  changes: readonly ImportChange<Row>[],
  now: ReadonlyMap<string, Row>,
  { free = [], isUsed = () => false, claimOf = () => null }: UndoRule<Row> = {},
): UndoPlan<Row> {
  const plan: UndoPlan<Row> = { undone: [], kept: [] }
  for (const change of changes) {
    const row = now.get(change.key)
    const { before, after } = change
    if (!row || !isSame(row, after, before ? free : [])) plan.kept.push({ change, why: 'changed' })
    else if (isUsed(change)) plan.kept.push({ change, why: 'used' })
    else plan.undone.push({ ...change, row: before && { ...before, ...writtenSince(row, after, free) } })
  }
  return withoutTaken(plan, now, claimOf)
}

function writtenSince<Row extends ImportedRow>(row: Row, after: Row, free: readonly string[]): Partial<Row> {
  return Object.fromEntries(
    free.flatMap((field) => (row[field] === after[field] ? [] : [[field, row[field]]])),
  ) as Partial<Row>
}

/** What another row would claim too stays as it is, and may then be in the way of a third one. */
function withoutTaken<Row extends ImportedRow>(
  plan: UndoPlan<Row>,
  now: ReadonlyMap<string, Row>,
  claimOf: (row: Row) => string | null,
): UndoPlan<Row> {
  const becoming = new Map(plan.undone.map(({ key, row }) => [key, row]))
  const claims = new Map<string, number>()
  for (const [key, row] of now) {
    const next = becoming.has(key) ? (becoming.get(key) ?? null) : row
    const claim = next && claimOf(next)
    if (claim !== null) claims.set(claim, (claims.get(claim) ?? 0) + 1)
  }
  const isTaken = ({ row }: Undoing<Row>) => {
    const claim = row && claimOf(row)
    return claim !== null && claims.get(claim)! > 1
  }
  const taken = plan.undone.filter(isTaken)
  if (taken.length === 0) return plan
  return withoutTaken(
    {
      undone: plan.undone.filter((undoing) => !isTaken(undoing)),
      kept: [...plan.kept, ...taken.map((change) => ({ change, why: 'taken' as const }))],
    },
    now,
    claimOf,
  )
}

function isSame(one: ImportedRow, other: ImportedRow, beside: readonly string[] = []): boolean {
  const fields = Object.keys(one)
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => one[field] === other[field] || beside.includes(field))
  )
}
