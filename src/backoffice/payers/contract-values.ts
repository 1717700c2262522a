import type { ContractDetail } from '#backoffice/payers/contract-detail.ts'
import type { Currency } from '#shared/ui/money-format.ts'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import {
  bodyOfCeilings,
  type CeilingValues,
  noCeilings,
  readPercent,
  valuesOfCeilings,
} from '#backoffice/ui/policies/policy-values.ts'

export type ContractValues = CeilingValues & {
  label: string
  number: string
  defaultCoverage: string
  owner: Choice | null
  validFrom: string | null
  validUntil: string | null
}

export const noContract: ContractValues = {
  ...noCeilings,
  label: '',
  number: '',
  defaultCoverage: '',
  owner: null,
  validFrom: null,
  validUntil: null,
}

export function valuesOfContract(
  { label, number, defaultCoverage, owner, ownerName, ceilings, validFrom, validUntil }: ContractDetail,
  currency: Currency,
): ContractValues {
  return {
    ...valuesOfCeilings(ceilings, currency),
    label,
    number: number ?? '',
    defaultCoverage: String(defaultCoverage),
    owner: owner && { id: owner.id, label: ownerName ?? '' },
    validFrom,
    validUntil,
  }
}

/** `ownerKind`: a contract owned by a private person keeps its owner. */
export function bodyOfContract(
  { label, number, defaultCoverage, owner, validFrom, validUntil, ...ceilings }: ContractValues,
  currency: Currency,
  ownerKind: 'organization' | 'person' = 'organization',
) {
  return {
    label,
    number: number.trim() || null,
    defaultCoverage: readPercent(defaultCoverage) ?? undefined,
    owner: owner && { kind: ownerKind, id: owner.id },
    ceilings: bodyOfCeilings(ceilings, currency),
    validFrom,
    validUntil,
  }
}
