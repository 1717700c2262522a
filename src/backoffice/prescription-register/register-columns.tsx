import type { PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportColumn, ExportedColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/prescription-register/prescription-register.module.css'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'

const none = <span className={text.quiet}>–</span>

/** « 2 », or « retour 2 » for what came back. */
export function quantityText(quantity: number): string {
  const boxes = formatAmount(Math.abs(quantity), { decimals: 0 })
  return quantity < 0 ? `retour ${boxes}` : boxes
}

export const registerColumns: readonly ExportedColumn<PrescriptionEntry>[] = [
  {
    key: 'number',
    header: 'N°',
    width: 60,
    align: 'end',
    render: ({ number }) => <b>{number}</b>,
    exported: ({ number }) => number,
  },
  {
    key: 'day',
    header: 'Date',
    width: 92,
    render: ({ dispensedOn }) => formatShortDay(dispensedOn),
    exported: ({ dispensedOn }) => ({ day: dispensedOn }),
  },
  {
    key: 'list',
    header: 'Liste',
    width: 88,
    render: ({ list }) =>
      list === 'narcotic' ? (
        <StatusTag tone="danger">{prescriptionListWords[list]}</StatusTag>
      ) : (
        prescriptionListWords[list]
      ),
    exported: ({ list }) => prescriptionListWords[list],
  },
  {
    key: 'label',
    header: 'Produit',
    width: 200,
    grow: 1,
    render: ({ label }) => <b>{label}</b>,
    exported: ({ label }) => label,
  },
  { key: 'lot', header: 'Lot', width: 78, priority: 3, render: ({ lot }) => lot ?? none, exported: ({ lot }) => lot },
  {
    key: 'quantity',
    header: 'Qté',
    width: 72,
    align: 'end',
    render: ({ quantity }) => <span className={quantity < 0 ? classes.back : ''}>{quantityText(quantity)}</span>,
    exported: ({ quantity }) => quantity,
  },
  {
    key: 'posology',
    header: 'Posologie',
    width: 210,
    grow: 0.5,
    priority: 4,
    render: ({ posology }) => posology ?? none,
    exported: ({ posology }) => posology,
  },
  {
    key: 'prescriber',
    header: 'Prescripteur',
    width: 156,
    grow: 0.5,
    render: ({ prescriber, quantity }) =>
      prescriber ?? (quantity < 0 ? none : <StatusTag tone="warning">Manquant</StatusTag>),
    exported: ({ prescriber }) => prescriber,
  },
  {
    key: 'patient',
    header: 'Patient',
    width: 140,
    grow: 0.5,
    render: ({ patientName }) => patientName ?? none,
    exported: ({ patientName }) => patientName,
  },
  {
    key: 'by',
    header: 'Délivré par',
    width: 160,
    grow: 0.3,
    priority: 2,
    render: ({ dispensedBy }) => dispensedBy,
    exported: ({ dispensedBy }) => dispensedBy,
  },
  {
    key: 'sale',
    header: 'Vente',
    width: 62,
    align: 'end',
    priority: 1.5,
    render: ({ saleNumber }) => saleNumber,
    exported: ({ saleNumber }) => saleNumber,
  },
]

/** In the file, with what the list has no room for. */
export const registerFileColumns: readonly ExportColumn<PrescriptionEntry>[] = [
  ...registerColumns,
  { header: 'Adresse du prescripteur', exported: ({ prescriberAddress }) => prescriberAddress },
  { header: 'Ordonnance du', exported: ({ prescribedOn }) => prescribedOn && { day: prescribedOn } },
  { header: 'Adresse du patient', exported: ({ patientAddress }) => patientAddress },
  { header: 'Inscrit le', exported: ({ enteredAt }) => ({ moment: enteredAt }) },
]
