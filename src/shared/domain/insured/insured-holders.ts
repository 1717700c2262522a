import type { Insured, InsuredError } from '#shared/domain/insured/read-insured.ts'

/** `insured` null: the row has errors; `number` is set when it could be read. */
export type HolderRow = { insured: Insured | null; number: string; personId: string }
type HeldPolicy = { number: string; holderId: string | null; archived: boolean; person: { id: string } }

/** The holder of each row. Null if the row is a holder, undefined if the file does not determine the holder. */
export function holdersOf(
  rows: readonly HolderRow[],
  policies: readonly HeldPolicy[],
): { id: string | null | undefined; error: InsuredError | null }[] {
  const unreadable = new Set(rows.filter(({ insured }) => insured === null).map(({ number }) => number))
  const inFile = new Map<string, HolderRow>()
  for (const row of rows) {
    if (!row.insured || !mayHold(row.insured)) continue
    const before = inFile.get(row.number)
    if (!before || (before.insured?.relationship !== 'holder' && row.insured.relationship === 'holder'))
      inFile.set(row.number, row)
  }
  // A person in the file has the number that the file gives him, not his former one.
  const named = new Set(rows.map(({ personId }) => personId))
  const inContract = new Map(
    policies
      .filter(({ archived, holderId, person }) => !archived && holderId === null && !named.has(person.id))
      .map(({ number, person }) => [number, person.id]),
  )
  return rows.map(({ insured, personId }) => {
    if (!insured) return { id: undefined, error: null }
    const { holderNumber, relationship, number } = insured
    if (relationship === 'holder') return { id: null, error: null }
    // The row has its own number and names no holder.
    if (holderNumber === null && relationship === null) return { id: undefined, error: null }
    const wanted = holderNumber ?? number
    const holderId = inFile.get(wanted)?.personId ?? inContract.get(wanted)
    if (holderId === personId) return { id: null, error: null }
    if (holderId !== undefined) return { id: holderId, error: null }
    const isExcused = holderNumber === null || unreadable.has(wanted)
    return {
      id: undefined,
      error: isExcused
        ? null
        : {
            field: 'holderNumber',
            text: `« ${wanted} » n’est le numéro d’aucun assuré principal du fichier ni du contrat.`,
          },
    }
  })
}

/** Many files repeat a holder's own number as the holder's number. */
function mayHold({ relationship, holderNumber, number }: Insured): boolean {
  return (relationship === null || relationship === 'holder') && (holderNumber === null || holderNumber === number)
}
