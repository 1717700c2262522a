import { type StatementField, statementFields } from '#shared/domain/statements/statement-fields.ts'
import type { StatementReading } from '#shared/domain/statements/statement-file.ts'
import { signedAmount } from '#shared/domain/statements/statement-line.ts'
import { lineKindWords } from '#backoffice/statements/statement-words.ts'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'
import {
  moneyColumn,
  numberColumn,
  stateColumn,
  supplierPriceColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

const fieldWords: Record<StatementField, { label: string; hint?: string }> = {
  noteNumber: { label: 'N° du BL ou de la facture', hint: 'obligatoire' },
  day: { label: 'Date' },
  code: { label: 'Code', hint: 'CIP, EAN ou code du grossiste' },
  label: { label: 'Désignation' },
  quantity: { label: 'Quantité facturée' },
  free: { label: 'Unités gratuites (UG)' },
  price: { label: 'Prix unitaire', hint: 'HT' },
  rebate: { label: 'Remise', hint: 'de la ligne, en francs' },
  vat: { label: 'TVA', hint: 'en pour cent' },
  amount: { label: 'Montant', hint: 'TTC, obligatoire sans quantité ni prix' },
}

export const mappedStatementFields: readonly MappedField<StatementField>[] = statementFields.map((field) => ({
  field,
  ...fieldWords[field],
}))

export const readingWords = {
  read: { label: 'Lue', many: 'Lues', tone: 'success' },
  error: { label: 'À corriger', many: 'À corriger', tone: 'danger' },
  aside: { label: 'Écartée', many: 'Écartées', tone: 'neutral' },
} as const

export const readingColumns = [
  numberColumn<StatementReading>('line', 'Ligne', ({ line }) => line, { width: 72 }),
  textColumn<StatementReading>('kind', 'Nature', ({ row }) => row && lineKindWords[row.kind], { width: 100 }),
  textColumn<StatementReading>('noteNumber', 'N°', ({ row }) => row?.noteNumber ?? null, { width: 120 }),
  textColumn<StatementReading>('label', 'Désignation', ({ label }) => label, { strong: true, width: 240, grow: 1 }),
  numberColumn<StatementReading>('quantity', 'Qté', ({ row }) => row?.quantity ?? null, { width: 76 }),
  supplierPriceColumn<StatementReading>('price', 'Prix', ({ row }) => row?.price ?? null, { width: 100 }),
  moneyColumn<StatementReading>('amount', 'Montant', ({ row }) => row && signedAmount(row), {
    width: 120,
    strong: true,
  }),
  stateColumn<StatementReading>('outcome', 'Lecture', ({ outcome }) => readingWords[outcome], { width: 110 }),
  textColumn<StatementReading>('why', 'Pourquoi', ({ reasons }) => reasons.map(({ text }) => text).join(' ') || null, {
    width: 260,
    grow: 1,
  }),
]
