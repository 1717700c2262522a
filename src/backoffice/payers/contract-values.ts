import type { ContractDetail } from '#backoffice/payers/contract-detail.ts'
import type { Currency } from '#shared/ui/money-format.ts'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import {
  bodyOfCeilings,
  type CeilingValues,
  type FamilyValues,
  noCeilings,
  readPercent,
  valuesOfCeilings,
} from '#backoffice/ui/policies/policy-values.ts'

export type ContractValues = CeilingValues &
  FamilyValues & {
    ceilingYear: ContractDetail['ceilingYear']
    label: string
    number: string
    defaultCoverage: string
    owner: Choice | null
    validFrom: string | null
    validUntil: string | null
  }

function familyValues({ perSale, perDay, perMonth, perYear }: CeilingValues): FamilyValues {
  return { 'family.perSale': perSale, 'family.perDay': perDay, 'family.perMonth': perMonth, 'family.perYear': perYear }
}

export const noContract: ContractValues = {
  ...noCeilings,
  ...familyValues(noCeilings),
  ceilingYear: 'calendar',
  label: '',
  number: '',
  defaultCoverage: '',
  owner: null,
  validFrom: null,
  validUntil: null,
}

export function valuesOfContract(
  {
    label,
    number,
    defaultCoverage,
    owner,
    ownerName,
    ceilings,
    familyCeilings,
    ceilingYear,
    validFrom,
    validUntil,
  }: ContractDetail,
  currency: Currency,
): ContractValues {
  return {
    ...valuesOfCeilings(ceilings, currency),
    ...familyValues(valuesOfCeilings(familyCeilings, currency)),
    ceilingYear,
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
  { label, number, defaultCoverage, owner, ceilingYear, validFrom, validUntil, ...ceilings }: ContractValues,
  currency: Currency,
  ownerKind: 'organization' | 'person' = 'organization',
) {
  return {
    label,
    number: number.trim() || null,
    defaultCoverage: readPercent(defaultCoverage) ?? undefined,
    owner: owner && { kind: ownerKind, id: owner.id },
    ceilings: bodyOfCeilings(ceilings, currency),
    familyCeilings: bodyOfCeilings(
      {
        perSale: ceilings['family.perSale'],
        perDay: ceilings['family.perDay'],
        perMonth: ceilings['family.perMonth'],
        perYear: ceilings['family.perYear'],
      },
      currency,
    ),
    ceilingYear,
    validFrom,
    validUntil,
  }
}
