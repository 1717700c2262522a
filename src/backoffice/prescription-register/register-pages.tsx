import type { PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { amendedText, quantityText } from '#backoffice/prescription-register/register-columns.tsx'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'

const heads = [
  'N°',
  'Date',
  'Liste',
  'Produit, lot',
  'Qté',
  'Posologie',
  'Prescripteur',
  'Patient',
  'Délivré par',
  'Vente',
]

interface RegisterPagesProps {
  /** In print order: lowest number first. */
  entries: readonly PrescriptionEntry[]
  /** The selection, in words: « Toutes les délivrances », « Du … au …, Liste I ». */
  which: string
  onPrinted: () => void
}

/** The printed register, with the pharmacy's name on each page. Visible only in print. */
export function RegisterPages({ entries, which, onPrinted }: RegisterPagesProps) {
  return (
    <PrintedPages label="Ordonnancier à imprimer" landscape onPrinted={onPrinted}>
      <table>
        <thead>
          <tr>
            <th data-pharmacy colSpan={heads.length}>
              <PaperHead title="Ordonnancier" which={`${which}, ${plural(entries.length, 'inscription')}`} />
            </th>
          </tr>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </tbody>
      </table>
    </PrintedPages>
  )
}

function Entry({ entry }: { entry: PrescriptionEntry }) {
  const { number, dispensedOn, list, label, lot, quantity, posology, dispensedBy, saleNumber } = entry
  const { prescriber, prescriberAddress, prescribedOn, patientName, patientAddress } = entry
  const together = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')
  return (
    <tr>
      <td data-number>{number}</td>
      <td data-short>{formatShortDay(dispensedOn)}</td>
      <td data-short>{prescriptionListWords[list]}</td>
      <td>{together(label, lot && `lot ${lot}`)}</td>
      <td data-number>{quantityText(quantity)}</td>
      <td>{posology}</td>
      <td>
        {together(
          prescriber,
          prescriberAddress,
          prescribedOn && `ordonnance du ${formatShortDay(prescribedOn)}`,
          amendedText(entry),
        )}
      </td>
      <td>{together(patientName, patientAddress)}</td>
      <td>{dispensedBy}</td>
      <td data-number>{saleNumber}</td>
    </tr>
  )
}
