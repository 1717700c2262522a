import type { DeliveryImport, ImportedRow } from '#shared/contract/delivery-imports.ts'
import { type NoteField, noteFields } from '#shared/domain/delivery-notes/note-fields.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'

const fieldWords: Record<NoteField, { label: string; hint?: string }> = {
  code: { label: 'Code', hint: 'CIP, EAN ou code du grossiste' },
  label: { label: 'Désignation' },
  ordered: { label: 'Quantité commandée' },
  delivered: { label: 'Quantité livrée', hint: 'obligatoire' },
  free: { label: 'Unités gratuites (UG)' },
  purchasePrice: { label: 'Prix d’achat', hint: 'HT, pour une boîte' },
  salePrice: { label: 'Prix public' },
  vat: { label: 'TVA', hint: 'en pour cent' },
  lot: { label: 'Lot' },
  expiry: { label: 'Péremption' },
  bl: { label: 'N° du BL', hint: 'ou de la facture' },
  day: { label: 'Date du BL' },
}

export const mappedNoteFields: readonly MappedField<NoteField>[] = noteFields.map((field) => ({
  field,
  ...fieldWords[field],
}))

const heldFields: ReadonlySet<NoteField> = new Set([
  'code',
  'label',
  'delivered',
  'purchasePrice',
  'salePrice',
  'lot',
  'expiry',
])

/** The fields of the file of an opening stock. */
export const mappedStockFields: readonly MappedField<NoteField>[] = mappedNoteFields
  .filter(({ field }) => heldFields.has(field))
  .map((field) =>
    field.field === 'delivered'
      ? { ...field, label: 'Quantité en stock' }
      : field.field === 'purchasePrice'
        ? { ...field, hint: 'obligatoire, pour une boîte' }
        : field,
  )

export const noteOutcomeWords: Record<ImportedRow['outcome'], { label: string; many: string; tone: StatusTone }> = {
  known: { label: 'Reconnu', many: 'Reconnues', tone: 'success' },
  proposed: { label: 'À choisir', many: 'À choisir', tone: 'warning' },
  unknown: { label: 'Inconnu', many: 'Inconnues', tone: 'warning' },
  error: { label: 'À corriger', many: 'À corriger', tone: 'danger' },
  aside: { label: 'Écartée', many: 'Écartées', tone: 'neutral' },
}

/** « comme la dernière fois », « format UBIPHARM » … */
export function readByWords({ readBy: { kind, name } }: DeliveryImport): string {
  switch (kind) {
    case 'kept':
      return 'lu comme la dernière fois'
    case 'layout':
      return `format reconnu\u00a0: ${name}`
    case 'headers':
      return 'lu par les titres des colonnes'
    case 'member':
      return 'colonnes choisies'
  }
}
