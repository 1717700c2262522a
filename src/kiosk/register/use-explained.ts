import { useAtomValue } from 'jotai'
import { explainCount, type TillLedger } from '#shared/domain/register/till-ledger.ts'
import { knownLedgerAtom, lastCountAtom } from '#shared/store/register/register-atoms.ts'
import type { EndedCount } from './count-first.tsx'

/** What a count is off by and why, by what it was `countedFor`; `since`: how many movements of the ledger came after it. */
export function useExplained(ledger: TillLedger, countedFor: TillLedger, count: EndedCount) {
  const known = useAtomValue(knownLedgerAtom)
  const lastCount = useAtomValue(lastCountAtom)
  const explained = explainCount(countedFor, count, {
    pastDisbursements: known?.pastDisbursements ?? [],
    countedBefore: known?.countedBefore ?? lastCount?.denominations ?? null,
  })
  return { ...explained, since: ledger.movements.filter(({ at }) => Date.parse(at) > Date.parse(count.at)).length }
}
