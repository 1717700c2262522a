import type { PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import classes from '#backoffice/prescription-register/prescription-register.module.css'
import { dayColumn, type ListColumn, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { PrescriberCell } from '#backoffice/prescription-register/prescriber-cell.tsx'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'

/** « 2 », or « retour 2 » for a return. */
export function quantityText(quantity: number): string {
  const boxes = formatAmount(Math.abs(quantity), { decimals: 0 })
  return quantity < 0 ? `retour ${boxes}` : boxes
}

/** « complétée le 24/11/2026 à 10:00 par AGBO Kossi »; null for an entry that stands as it was written. */
export function amendedText({ amendments }: PrescriptionEntry): string | null {
  const last = amendments.at(-1)
  return last ? `complétée le ${formatMoment(last.at)} par ${last.byName}` : null
}

export const registerColumns: readonly ListColumn<PrescriptionEntry>[] = sortedByServer([
  numberColumn('number', 'N°', ({ number }) => number, { strong: true, width: 60 }),
  dayColumn('day', 'Date', ({ dispensedOn }) => dispensedOn, { width: 92 }),
  {
    ...textColumn('list', 'Liste', ({ list }: PrescriptionEntry) => prescriptionListWords[list], { width: 88 }),
    render: ({ list }) =>
      list === 'narcotic' ? (
        <StatusTag tone="danger">{prescriptionListWords[list]}</StatusTag>
      ) : (
        prescriptionListWords[list]
      ),
  },
  textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 200, grow: 1 }),
  textColumn('lot', 'Lot', ({ lot }) => lot, { width: 78, priority: 3 }),
  {
    ...numberColumn('quantity', 'Qté', ({ quantity }: PrescriptionEntry) => quantity),
    render: ({ quantity }) => <span className={quantity < 0 ? classes.back : ''}>{quantityText(quantity)}</span>,
  },
  textColumn('posology', 'Posologie', ({ posology }) => posology, { width: 210, grow: 0.5, priority: 4 }),
  {
    ...textColumn('prescriber', 'Prescripteur', ({ prescriber }: PrescriptionEntry) => prescriber, {
      width: 156,
      grow: 0.5,
    }),
    render: (entry) => <PrescriberCell entry={entry} />,
  },
  textColumn('patient', 'Patient', ({ patientName }) => patientName, { width: 140, grow: 0.5 }),
  textColumn('by', 'Délivré par', ({ dispensedBy }) => dispensedBy, { width: 160, grow: 0.3, priority: 2 }),
  numberColumn('sale', 'Vente', ({ saleNumber }) => saleNumber, { width: 62, priority: 1.5 }),
])

/** Only in the exported file: the table has no room for them. */
export const fileOnlyColumns: readonly ExportColumn<PrescriptionEntry>[] = [
  { header: 'Adresse du prescripteur', exported: ({ prescriberAddress }) => prescriberAddress },
  { header: 'Ordonnance du', exported: ({ prescribedOn }) => prescribedOn && { day: prescribedOn } },
  { header: 'Adresse du patient', exported: ({ patientAddress }) => patientAddress },
  { header: 'Inscrit le', exported: ({ enteredAt }) => ({ moment: enteredAt }) },
  { header: 'Complété', exported: amendedText },
]
