import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { companies, type Company } from '#shared/contract/companies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { companiesAtom, companyListStateAtom } from '#shared/store/lists/company-list-atoms.ts'
import { organizationListStateAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { offlineContractsAtom } from '#backoffice/ui/policies/listed-contracts.ts'
import type { KnownContract } from '#backoffice/ui/policies/known-contract.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** A pharmacy has tens of payers and hundreds of contracts: one page holds them all. */
const all = { query: { size: 2000 } }

/** Undefined until loaded. `readAt`: epoch ms. */
type Payers = {
  payers: readonly Company[] | undefined
  contracts: readonly KnownContract[] | undefined
  readAt: number | null
  error: Error | null
  retry: () => void
}

/**
 * All payers with their contracts: the last answer of the server; offline without one, the stored lists of this
 * terminal.
 */
export function usePayers(): Payers {
  const known = useAnswer(companies.list, all)
  const made = useAnswer(contracts.list, all)
  const listedContracts = useAtomValue(offlineContractsAtom)
  const listedCompanies = useAtomValue(companiesAtom)
  const hours = [useAtomValue(companyListStateAtom).syncedAt, useAtomValue(organizationListStateAtom).syncedAt]
  const payers = useMemo(() => [...listedCompanies.values()], [listedCompanies])
  const retry = () => {
    known.retry()
    made.retry()
  }
  if (known.data && made.data)
    return {
      payers: known.data.items,
      contracts: made.data.items,
      readAt: Math.min(known.dataUpdatedAt, made.dataUpdatedAt),
      error: known.error ?? made.error,
      retry,
    }
  if (listedContracts && !hours.includes(null))
    return { payers, contracts: listedContracts, readAt: Math.min(...hours.map(Number)), error: null, retry }
  return { payers: undefined, contracts: undefined, readAt: null, error: known.error ?? made.error, retry }
}
