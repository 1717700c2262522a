import { useAtomValue } from 'jotai'
import { explainCount, type TillLedger } from '#shared/domain/register/till-ledger.ts'
import { knownLedgerAtom, lastCountAtom } from '#shared/store/register/register-atoms.ts'
import type { EndedCount } from './count-first.tsx'

/**
 * The differences of a count and their likely causes, based on the ledger `countedFor`. `since`: the number of later
 * movements.
 */
export function useExplained(ledger: TillLedger, countedFor: TillLedger, count: EndedCount) {
  const known = useAtomValue(knownLedgerAtom)
  const lastCount = useAtomValue(lastCountAtom)
  const explained = explainCount(countedFor, count, {
    pastDisbursements: known?.pastDisbursements ?? [],
    countedBefore: known?.countedBefore ?? lastCount?.denominations ?? null,
  })
  return { ...explained, since: ledger.movements.filter(({ at }) => Date.parse(at) > Date.parse(count.at)).length }
}
