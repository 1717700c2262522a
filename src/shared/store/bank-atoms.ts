import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { banks, type Bank } from '#shared/contract/banks.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { queryOf } from '#shared/store/queries.ts'

const staleMs = 60 * 60_000
const keyOf = (pharmacyId: string) => `officine.banks.${pharmacyId}`

const banksQueryAtom = atomWithQuery((get) => {
  const pharmacyId = get(terminalAtom)?.pharmacy?.id
  const query = queryOf(banks.all, {})
  return {
    ...query,
    enabled: pharmacyId !== undefined,
    staleTime: staleMs,
    queryFn: async (context: Parameters<typeof query.queryFn>[0]) => {
      const answer = await query.queryFn(context)
      if (pharmacyId !== undefined) keep(pharmacyId, answer)
      return answer
    },
  }
})

/** Names of the banks that cheques are drawn on, by name; without a network those of the last answer, and none before the first. */
export const bankNamesAtom = atom((get): readonly string[] => {
  const pharmacyId = get(terminalAtom)?.pharmacy?.id
  const listed = get(banksQueryAtom).data ?? (pharmacyId === undefined ? [] : kept(pharmacyId))
  return listed.map(({ name }) => name).sort(compareTexts)
})

// A convenience: whoever cannot read it types the name.
function keep(pharmacyId: string, answer: readonly Bank[]): void {
  try {
    localStorage.setItem(keyOf(pharmacyId), JSON.stringify(answer.map(({ name }) => ({ name }))))
  } catch {
    // Full or forbidden.
  }
}

function kept(pharmacyId: string): readonly Pick<Bank, 'name'>[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(pharmacyId)) ?? '[]')
    return Array.isArray(read) ? read.flatMap((each: unknown) => (typeof each === 'object' && each !== null && 'name' in each && typeof each.name === 'string' ? [{ name: each.name }] : [])) : []
  } catch {
    return []
  }
}
