import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { Ceilings } from '#shared/contract/contracts.ts'
import { type Currency, formatAmount } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'

export const policyNoun = noun('police', 'f')

export type CeilingValues = { perSale: string; perDay: string; perMonth: string; perYear: string }
/** The ceilings of families, beside those of a contract. */
export type FamilyValues = { [Period in keyof CeilingValues as `family.${Period}`]: string }
export type PolicyValues = CeilingValues & {
  number: string
  coverage: string
  holder: Choice | null
  rank: string
  validFrom: string | null
  validUntil: string | null
  tags: string[]
}

export const noCeilings: CeilingValues = { perSale: '', perDay: '', perMonth: '', perYear: '' }
export const noPolicy: PolicyValues = {
  ...noCeilings,
  number: '',
  coverage: '',
  holder: null,
  rank: '1',
  validFrom: null,
  validUntil: null,
  tags: [],
}

export function valuesOfPolicy(policy: PolicyDetail, currency: Currency): PolicyValues {
  const { number, coverage, holderId, holderName, rank, ceilings, validFrom, validUntil, tags } = policy
  return {
    ...valuesOfCeilings(ceilings, currency),
    number,
    coverage: coverage === null ? '' : String(coverage),
    holder: holderId === null ? null : { id: holderId, label: holderName ?? '' },
    rank: String(rank),
    validFrom,
    validUntil,
    tags,
  }
}

export function bodyOfPolicy(
  { number, coverage, holder, rank, validFrom, validUntil, tags, ...ceilings }: PolicyValues,
  currency: Currency,
) {
  return {
    number,
    coverage: readPercent(coverage),
    holderId: holder?.id ?? null,
    rank: Number(rank),
    ceilings: bodyOfCeilings(ceilings, currency),
    validFrom,
    validUntil,
    tags,
  }
}

export function valuesOfCeilings({ perSale, perDay, perMonth, perYear }: Ceilings, currency: Currency): CeilingValues {
  const write = (amount: number | null) => (amount === null ? '' : formatAmount(amount, currency))
  return { perSale: write(perSale), perDay: write(perDay), perMonth: write(perMonth), perYear: write(perYear) }
}

export function bodyOfCeilings({ perSale, perDay, perMonth, perYear }: CeilingValues, currency: Currency) {
  return {
    perSale: readAmount(perSale, currency),
    perDay: readAmount(perDay, currency),
    perMonth: readAmount(perMonth, currency),
    perYear: readAmount(perYear, currency),
  }
}

/** Parses « 80 » or « 80 % ». An empty text is null, an invalid one NaN. */
export function readPercent(text: string): number | null {
  const typed = text.replaceAll(/[\s\u00a0\u202f%]/g, '').replace(',', '.')
  return typed === '' ? null : Number(typed)
}
