import type { PriceReading } from '#shared/domain/price-lists/price-list.ts'
import { type PriceListField, priceListFields } from '#shared/domain/price-lists/price-list-fields.ts'
import { availabilityWords, freeUnitsText } from '#backoffice/wholesalers/wholesaler-words.ts'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'
import {
  moneyColumn,
  numberColumn,
  percentColumn,
  stateColumn,
  supplierPriceColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

const fieldWords: Record<PriceListField, { label: string; hint?: string }> = {
  code: { label: 'Code', hint: 'obligatoire' },
  label: { label: 'Désignation' },
  pack: { label: 'Conditionnement' },
  price: { label: 'Prix', hint: 'HT, pour une boîte, obligatoire' },
  publicPrice: { label: 'Prix public' },
  availability: { label: 'Disponibilité', hint: 'un mot, ou le stock' },
  freeUnits: { label: 'Unités gratuites', hint: '«\u00a010+1\u00a0»' },
  rebate: { label: 'Remise', hint: 'en pour cent' },
}

/** The word of a field of a price list; other texts stay. */
export const priceFieldWord = (field: string): string =>
  priceListFields.some((known) => known === field) ? fieldWords[field as PriceListField].label : field

export const mappedPriceFields: readonly MappedField<PriceListField>[] = priceListFields.map((field) => ({
  field,
  ...fieldWords[field],
}))

export const priceReadingWords = {
  read: { label: 'Lue', many: 'Lues', tone: 'success' },
  error: { label: 'À corriger', many: 'À corriger', tone: 'danger' },
  aside: { label: 'Écartée', many: 'Écartées', tone: 'neutral' },
} as const

export const priceColumns = [
  numberColumn<PriceReading>('line', 'Ligne', ({ line }) => line, { width: 72 }),
  textColumn<PriceReading>('code', 'Code', ({ code }) => code, { width: 140 }),
  textColumn<PriceReading>('label', 'Désignation', ({ label }) => label, { strong: true, width: 240, grow: 1 }),
  supplierPriceColumn<PriceReading>('price', 'Prix HT', ({ row }) => row?.price ?? null, { width: 104 }),
  moneyColumn<PriceReading>('publicPrice', 'Public', ({ row }) => row?.publicPrice ?? null, { width: 104 }),
  textColumn<PriceReading>('freeUnits', 'UG', ({ row }) => row && freeUnitsText(row), { width: 76 }),
  percentColumn<PriceReading>('rebate', 'Remise', ({ row }) => (row?.rebate ? row.rebate / 100 : null), { width: 84 }),
  stateColumn<PriceReading>('availability', 'Dispo', ({ row }) => row && availabilityWords[row.availability], {
    width: 120,
  }),
  stateColumn<PriceReading>('outcome', 'Lecture', ({ outcome }) => priceReadingWords[outcome], { width: 110 }),
  textColumn<PriceReading>('why', 'Pourquoi', ({ reasons }) => reasons.map(({ text }) => text).join(' ') || null, {
    width: 240,
    grow: 1,
  }),
]
