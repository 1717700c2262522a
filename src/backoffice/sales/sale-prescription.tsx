import type { ReadSale } from '#shared/contract/sales.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'

/** The prescription of a sale; nothing when none was recorded. */
export function SalePrescription({ sale: { prescription } }: { sale: ReadSale }) {
  if (!prescription) return null
  const { prescriber, prescriberAddress, prescribedOn, patientName, patientAddress } = prescription
  const facts: Fact[] = [
    ['Prescripteur', prescriber],
    ['Adresse', prescriberAddress],
    ['Datée du', prescribedOn && formatDay(prescribedOn)],
    ['Patient', patientName],
    ['Son adresse', patientAddress],
  ]
  const known = facts.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <PanelSection title="Ordonnance">
      <FactList facts={known} />
    </PanelSection>
  )
}
