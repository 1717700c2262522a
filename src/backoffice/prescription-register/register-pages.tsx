import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { quantityText } from '#backoffice/prescription-register/register-columns.tsx'
import classes from '#backoffice/prescription-register/prescription-register.module.css'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'

const heads = ['N°', 'Date', 'Liste', 'Produit, lot', 'Qté', 'Posologie', 'Prescripteur', 'Patient', 'Délivré par', 'Vente']
const sheet = '@page { size: A4 landscape; margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt } }'

interface RegisterPagesProps {
  /** As they are printed: the lowest number first. */
  entries: readonly PrescriptionEntry[]
  /** Which entries these are: « Toutes les délivrances », « Du … au …, Liste I ». */
  which: string
  onPrinted: () => void
}

/** The register on paper, the pharmacy’s name on each page. Seen by the printer only. */
export function RegisterPages({ entries, which, onPrinted }: RegisterPagesProps) {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  useEffect(() => {
    const style = document.createElement('style')
    style.textContent = sheet
    document.head.append(style)
    window.print()
    style.remove()
    onPrinted()
    // oxlint-disable-next-line react/exhaustive-deps -- printed once, when it is there
  }, [])
  return createPortal(
    <div className={classes.pages} role="document" aria-label="Ordonnancier à imprimer">
      <table>
        <thead>
          <tr>
            <th className={classes.pharmacy} colSpan={heads.length}>
              {pharmacy?.name ?? 'Pharmacie'} · Ordonnancier
              <small>
                {[pharmacy?.address, pharmacy?.city, pharmacy?.phone].filter(Boolean).join(', ')}
                <br />
                {which}, {plural(entries.length, 'inscription')}. Imprimé le {formatMoment(new Date())}
              </small>
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
    </div>,
    document.body,
  )
}

function Entry({ entry: { number, dispensedOn, list, label, lot, quantity, posology, prescriber, prescriberAddress, prescribedOn, patientName, patientAddress, dispensedBy, saleNumber } }: { entry: PrescriptionEntry }) {
  const together = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')
  return (
    <tr>
      <td className={classes.number}>{number}</td>
      <td className={classes.short}>{formatShortDay(dispensedOn)}</td>
      <td className={classes.short}>{prescriptionListWords[list]}</td>
      <td>{together(label, lot && `lot ${lot}`)}</td>
      <td className={classes.number}>{quantityText(quantity)}</td>
      <td>{posology}</td>
      <td>{together(prescriber, prescriberAddress, prescribedOn && `ordonnance du ${formatShortDay(prescribedOn)}`)}</td>
      <td>{together(patientName, patientAddress)}</td>
      <td>{dispensedBy}</td>
      <td className={classes.number}>{saleNumber}</td>
    </tr>
  )
}
