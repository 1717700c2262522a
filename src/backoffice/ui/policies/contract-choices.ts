import { useAtomValue } from 'jotai'
import { contracts } from '#shared/contract/contracts.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import type { KnownContract } from '#backoffice/ui/policies/known-contract.ts'
import { offlineContractsAtom } from '#backoffice/ui/policies/listed-contracts.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const most = 2000
const none: readonly KnownContract[] = []

/** The pharmacy's contracts that are not archived; empty until loaded. Offline, those of the stored lists. */
export function useContracts(): readonly KnownContract[] {
  return useContractsAnswer().contracts ?? none
}

/** The same; `contracts` undefined until loaded. */
export function useContractsAnswer() {
  const listed = useAtomValue(offlineContractsAtom)
  const { data, error, retry } = useAnswer(contracts.list, { query: { size: most } })
  const known = data?.items.filter(({ archived }) => !archived) ?? listed ?? undefined
  return { contracts: known, error, retry }
}

/** Choices grouped by payer: « NSIA » → « Salariés du Port, 80 % ». */
export function contractChoices(
  known: readonly KnownContract[],
): { group: string; items: { value: string; label: string }[] }[] {
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const { id, payerName, label, ownerName, defaultCoverage } of known) {
    const items = groups.get(payerName) ?? []
    const owner = ownerName !== null && ownerName !== payerName ? ` (${ownerName})` : ''
    items.push({ value: id, label: `${payerName}, ${label}${owner}, ${formatPercent(defaultCoverage)}` })
    groups.set(payerName, items)
  }
  return [...groups].map(([group, items]) => ({ group, items })).sort((a, b) => a.group.localeCompare(b.group, 'fr'))
}
