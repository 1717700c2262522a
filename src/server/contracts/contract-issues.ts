import type { ContractProduct } from '#shared/contract/contracts.ts'
import type { Tx } from '#server/db/database.ts'
import { contractParties, knownProducts, type ContractTerms } from '#server/contracts/contract-write.repo.ts'
import { validityIssues } from '#server/contracts/validity-issues.ts'
import type { FieldIssue } from '#server/base/field-issues.ts'

/**
 * The issues of a contract, field by field. `before`: the contract before the change, null for a new one; `path`: where
 * the contract stands in the request.
 */
export async function contractIssues(
  tx: Tx,
  pharmacyId: string,
  contract: ContractTerms,
  before: ContractTerms | null,
  path: string,
): Promise<FieldIssue[]> {
  const parties = await contractParties(tx, pharmacyId, contract)
  const known = await knownProducts(tx, pharmacyId, contract.products)
  return [
    ...companyIssues(contract, before, parties.company, path),
    ...ownerIssues(contract, before, parties.owner, path),
    ...validityIssues(contract, path),
    ...productIssues(contract.products, known, path),
  ]
}

type Party = { archived: boolean } | null

function companyIssues(
  { companyId, archived }: ContractTerms,
  before: ContractTerms | null,
  company: Party,
  path: string,
): FieldIssue[] {
  if (companyId === null) return []
  if (!company) return [{ path: `${path}.companyId`, message: 'unknown' }]
  if (!company.archived || archived) return []
  // A company is archived only after its contracts, so an archived company concerns only a new contract or one that is
  // restored.
  return [{ path: before ? `${path}.archived` : `${path}.companyId`, message: 'archived' }]
}

function ownerIssues(
  { companyId, owner, archived }: ContractTerms,
  before: ContractTerms | null,
  found: Party,
  path: string,
): FieldIssue[] {
  if (companyId === null && owner?.kind !== 'organization')
    return [{ path: `${path}.owner`, message: 'Sans assureur, choisissez l’organisme qui paie lui-même.' }]
  if (!owner) return []
  if (!found) return [{ path: `${path}.owner.id`, message: 'unknown' }]
  if (!found.archived || archived) return []
  if (before?.owner?.id !== owner.id) return [{ path: `${path}.owner.id`, message: 'archived' }]
  return companyId === null && before.archived ? [{ path: `${path}.archived`, message: 'archived' }] : []
}

function productIssues(products: readonly ContractProduct[], known: ReadonlySet<string>, path: string): FieldIssue[] {
  const seen = new Set<string>()
  return products.flatMap(({ pharmacyProductId }, index) => {
    const message = !known.has(pharmacyProductId) ? 'unknown' : seen.has(pharmacyProductId) ? 'taken' : null
    seen.add(pharmacyProductId)
    return message ? [{ path: `${path}.products.${index}.pharmacyProductId`, message }] : []
  })
}
