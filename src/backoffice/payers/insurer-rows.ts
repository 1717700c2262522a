import { useMemo } from 'react'
import type { Company } from '#shared/contract/companies.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { usePayers } from '#backoffice/payers/use-payers.ts'
import type { KnownContract } from '#backoffice/ui/policies/known-contract.ts'

/** A row of the insurers' list: a contract, or a payer without contracts. */
export type InsurerRow = {
  id: string
  payer: { kind: Company['kind'] | 'organization'; id: string; name: string; archived: boolean }
  contract: KnownContract | null
}

export type InsurerQuery = { search?: string | undefined; archived?: true }
const none: readonly never[] = []

/** The rows that pass the filters, and how many insurers and contracts they show. */
export function useInsurerRows({ search = '', archived }: InsurerQuery) {
  const { payers, contracts, readAt, error, retry } = usePayers()
  const rows = useMemo(
    () => insurerRows(payers ?? none, contracts ?? none, search, archived === true),
    [payers, contracts, search, archived],
  )
  const reply = payers && contracts && countsOf(rows)
  return { rows, reply, readAt, hasError: error !== null, retry }
}

/** Organizations that pay for their members are no insurers: only their contracts count. */
function countsOf(rows: readonly InsurerRow[]): { payers: number; contracts: number } {
  const insurers = rows.filter(({ payer }) => payer.kind !== 'organization')
  return {
    payers: new Set(insurers.map(({ payer }) => payer.id)).size,
    contracts: rows.filter(({ contract }) => contract !== null).length,
  }
}

/** Sorted by payer, social security first, then by name. Rows that do not match the search are omitted. */
function insurerRows(
  companies: readonly Company[],
  contracts: readonly KnownContract[],
  search: string,
  wantsArchived: boolean,
): InsurerRow[] {
  const payers = new Map<string, InsurerRow['payer']>(
    companies.map(({ id, name, kind, archived }) => [id, { id, name, kind, archived }]),
  )
  const rows = contracts.flatMap((contract): InsurerRow[] => {
    const payer = contract.companyId === null ? ownPayer(contract) : payers.get(contract.companyId)
    return payer ? [{ id: contract.id, payer, contract }] : []
  })
  const withContract = new Set(
    rows.filter(({ contract }) => wantsArchived || !contract!.archived).map(({ payer }) => payer.id),
  )
  const bare = [...payers.values()]
    .filter(({ id }) => !withContract.has(id))
    .map((payer): InsurerRow => ({ id: payer.id, payer, contract: null }))
  return [...rows, ...bare]
    .filter(({ payer, contract }) => wantsArchived || !(contract ? contract.archived : payer.archived))
    .filter((row) => isNamed(row, search))
    .sort(inOrder)
}

function ownPayer({ owner, payerName }: KnownContract): InsurerRow['payer'] | undefined {
  return owner ? { kind: 'organization', id: owner.id, name: payerName, archived: false } : undefined
}

function isNamed({ payer, contract }: InsurerRow, search: string): boolean {
  const words = wordsOf([payer.name, contract?.label, contract?.ownerName, contract?.number].filter(Boolean).join(' '))
  return wordsOf(search).every((typed) => words.some((word) => word.startsWith(typed)))
}

const ranks: Record<InsurerRow['payer']['kind'], number> = { 'social-security': 0, insurer: 1, organization: 2 }

function inOrder(a: InsurerRow, b: InsurerRow): number {
  return (
    ranks[a.payer.kind] - ranks[b.payer.kind] ||
    a.payer.name.localeCompare(b.payer.name, 'fr') ||
    (a.contract?.label ?? '').localeCompare(b.contract?.label ?? '', 'fr')
  )
}
