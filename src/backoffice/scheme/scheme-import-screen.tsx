import { useMemo, useState } from 'react'
import { useCurrency } from '#shared/ui/currency.tsx'
import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import { samplesOf, type TableFile } from '#shared/domain/files/table-file.ts'
import { NumberInput } from '@mantine/core'
import {
  guessScheme,
  readScheme,
  schemeBarrier,
  type SchemeField,
  schemeFields,
} from '#backoffice/scheme/read-scheme.ts'
import { SchemeHistory } from '#backoffice/scheme/scheme-history.tsx'
import { SchemePreview } from '#backoffice/scheme/scheme-preview.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { productHealthInsurance as scheme } from '#shared/contract/product-health-insurance.ts'
import { useMay } from '#backoffice/ui/rights.ts'

/** Imports the scheme's published list from its file: all lines, or without those to correct. */
export function SchemeImportScreen() {
  const back = { to: useListAddress('/regime'), title: 'Liste du régime' }
  const mayEdit = useMay(scheme.importList)
  const currency = useCurrency()
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [mapping, setMapping] = useState<ColumnMapping<SchemeField>>({})
  const [rate, setRate] = useState<number | null>(null)
  const [isDone, setIsDone] = useState(false)
  const table = file?.tables[sheet]
  const barrier = schemeBarrier(mapping, rate)
  const reading = useMemo(
    () => (table && barrier === undefined ? readScheme(table, mapping, rate, currency) : null),
    [table, barrier, mapping, rate, currency],
  )
  useLeaveGuard(file !== null && !isDone)

  const take = (next: TableFile, at = 0) => {
    setFile(next)
    setSheet(at)
    setIsDone(false)
    const headers = next.tables[at]!.headers
    // Columns chosen by hand are kept for a corrected file with the same headers.
    const isSame =
      Object.values(mapping).length > 0 && Object.values(mapping).every((header) => headers.includes(header))
    if (!isSame) setMapping(guessScheme(headers))
  }
  if (!mayEdit) return <Refused back={back} />
  return (
    <Page scrolls>
      <DetailHead back={back} title="Importer la liste du régime" />
      <div className={classes.steps}>
        <FileStep
          file={file}
          sheet={sheet}
          onSheet={(at) => file && take(file, at)}
          onFile={(next) => take(next)}
          hint="Code, libellé, DCI, dosage, forme, prix de base, taux"
        />
        {table && (
          <MappingStep
            headers={table.headers}
            samplesOf={(header) => samplesOf(table, header)}
            fields={schemeFields}
            mapping={mapping}
            onChange={(next) => (setMapping(next), setIsDone(false))}
            barrier={barrier}
          />
        )}
        {table && !mapping.rate && (
          <NumberInput
            w={260}
            label="Taux de toutes les lignes"
            suffix=" %"
            min={0}
            max={100}
            allowDecimal={false}
            value={rate ?? ''}
            onChange={(value) => setRate(typeof value === 'number' ? value : null)}
          />
        )}
        {file && reading && (
          <SchemePreview reading={reading} fileName={file.name} backTo={back.to} onDone={() => setIsDone(true)} />
        )}
        {(!file || isDone) && <SchemeHistory />}
      </div>
    </Page>
  )
}

function Refused({ back }: { back: { to: string; title: string } }) {
  return (
    <Page scrolls>
      <DetailHead back={back} title="Importer la liste du régime" />
      <p>Réservé aux personnes qui ont le droit de modifier les contrats. Demandez au titulaire.</p>
    </Page>
  )
}
