import type { Member, MemberError } from '#shared/domain/members/read-member.ts'

/** `member` null: the row has errors; `number` is set when it could be read. */
export type HolderRow = { member: Member | null; number: string; personId: string }
type HeldPolicy = { number: string; holderId: string | null; archived: boolean; person: { id: string } }

/** The holder of each row: null for a holder himself, undefined when the file does not tell. */
export function holdersOf(
  rows: readonly HolderRow[],
  policies: readonly HeldPolicy[],
): { id: string | null | undefined; error: MemberError | null }[] {
  const unreadable = new Set(rows.filter(({ member }) => member === null).map(({ number }) => number))
  const inFile = new Map<string, HolderRow>()
  for (const row of rows) {
    if (!row.member || !mayHold(row.member)) continue
    const before = inFile.get(row.number)
    if (!before || (before.member?.relationship !== 'holder' && row.member.relationship === 'holder'))
      inFile.set(row.number, row)
  }
  // A person in the file has the number that the file gives him, not his former one.
  const named = new Set(rows.map(({ personId }) => personId))
  const inContract = new Map(
    policies
      .filter(({ archived, holderId, person }) => !archived && holderId === null && !named.has(person.id))
      .map(({ number, person }) => [number, person.id]),
  )
  return rows.map(({ member, personId }) => {
    if (!member) return { id: undefined, error: null }
    const { holderNumber, relationship, number } = member
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
function mayHold({ relationship, holderNumber, number }: Member): boolean {
  return (relationship === null || relationship === 'holder') && (holderNumber === null || holderNumber === number)
}
