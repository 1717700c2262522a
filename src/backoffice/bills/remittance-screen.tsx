import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type AwaitedLine, billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { matchRemittance } from '#shared/domain/billing/match-remittance.ts'
import {
  decimalsOfRemittance,
  profileOfRemittance,
  readRemittance,
  type RemittanceField,
  type RemittanceProfile,
  type RemittanceReading,
} from '#shared/domain/billing/remittance-file.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import { samplesOf, type FileTable, type TableFile } from '#shared/domain/files/table-file.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { RemittancePayment } from '#backoffice/bills/remittance-payment.tsx'
import { type MatchedRow, remittanceColumns } from '#backoffice/bills/remittance-rows.tsx'
import { fateWords, mappedRemittanceFields, type RemittanceFate } from '#backoffice/bills/remittance-words.ts'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const title = 'Importer un décompte'
const none: readonly AwaitedLine[] = []

/** Reads the remittance of a payer here, shows which voucher each line is for, and notes the payment. */
export function RemittanceScreen() {
  useTabTitle(title)
  return useMay(billPayments.create) ? (
    <Importing />
  ) : (
    <ClosedPage title={title}>Vous n’avez pas le droit de facturer.</ClosedPage>
  )
}

function Importing() {
  const back = { to: useListAddress('/factures/paiements'), title: 'Paiements reçus' }
  const currency = useCurrency()
  const [payerId, setPayerId] = useState<string | null>(null)
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [chosen, setChosen] = useState<RemittanceProfile | null>(null)
  const payers = useAnswer(bills.aged, {}).data ?? []
  const asked = { params: { id: payerId ?? '' } }
  const kept = useAnswer(billPayments.profile, asked, { enabled: payerId !== null }).data
  const awaited = useAnswer(billPayments.awaited, asked, { enabled: payerId !== null }).data
  const table = file?.tables[sheet]
  const found = table && kept ? profileOfRemittance(table, kept.profile) : null
  const profile = chosen ?? found?.profile ?? null
  const rows = useMatched(table, profile, awaited ?? none)
  const payer = payers.find((one) => one.payerId === payerId)
  const barrier = profile ? barrierOf(profile) : undefined
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <Sheet title="Payeur">
          <Select
            aria-label="Payeur"
            placeholder="Qui a envoyé ce décompte ?"
            searchable
            nothingFoundMessage="Ce payeur ne doit rien sur facture"
            data={payers.map((one) => ({
              value: one.payerId,
              label: `${one.payerName}, reste dû ${formatMoney(one.left, currency)}`,
            }))}
            value={payerId}
            onChange={(id) => (setPayerId(id), setChosen(null))}
          />
        </Sheet>
        {payer && (
          <FileStep
            file={file}
            sheet={sheet}
            hint="Le décompte du payeur, tel quel"
            onSheet={(next) => (setSheet(next), setChosen(null))}
            onFile={(next) => (setFile(next), setSheet(0), setChosen(null))}
          />
        )}
        {payer && table && profile && awaited && (
          <>
            <MappingStep<RemittanceField>
              headers={table.headers}
              samplesOf={(header) => samplesOf(table, header)}
              fields={mappedRemittanceFields}
              mapping={profile.columns}
              onChange={(columns) => setChosen({ columns, decimals: decimalsOfRemittance(table, columns) })}
              fact={chosen ? 'colonnes choisies' : found?.isKept ? 'lu comme la dernière fois' : 'lu par les titres'}
              barrier={barrier}
            />
            <Sheet title="3. Bons" fact={plural(rows.length, 'ligne')}>
              <CheckedRows
                key={`${file?.name} ${sheet}`}
                label="Lignes du décompte"
                rows={rows}
                columns={remittanceColumns}
                outcomes={outcomes}
                words={fateWords}
                exportName={() => title}
              />
            </Sheet>
            <RemittancePayment
              key={`${file?.name} ${sheet} ${payerId}`}
              payer={payer}
              profile={profile}
              rows={rows}
              barrier={barrier}
            />
          </>
        )}
      </div>
    </Page>
  )
}

/** What is to be looked at comes first. */
const outcomes: readonly RemittanceFate[] = [
  'error',
  'unknown',
  'unsure',
  'settled',
  'doubled',
  'refused',
  'part',
  'beyond',
  'paid',
  'aside',
]

function useMatched(
  table: FileTable | undefined,
  profile: RemittanceProfile | null,
  awaited: readonly AwaitedLine[],
): readonly MatchedRow[] {
  const { decimals } = useCurrency()
  return useMemo(() => {
    const readings = table && profile ? readRemittance(table, profile, { currencyDecimals: decimals }) : []
    const read = readings.filter((reading): reading is RemittanceReading & { outcome: 'read' } => reading.row !== null)
    const matched = matchRemittance(
      read.map(({ row }) => row),
      awaited,
    )
    const matchOf = new Map(read.map(({ line }, at) => [line, matched[at]!]))
    return readings.map(({ line, outcome, row, reasons }): MatchedRow => {
      const match = matchOf.get(line)
      return {
        line,
        row,
        outcome: match?.outcome ?? (outcome === 'error' ? 'error' : 'aside'),
        awaited: match?.awaited ?? null,
        takes: match?.takes ?? 0,
        reasons: reasons.map(({ text }) => text),
      }
    })
  }, [table, profile, awaited, decimals])
}

function barrierOf({ columns }: RemittanceProfile): string | undefined {
  if (!columns.paid) return 'Choisissez la colonne du montant réglé.'
  if (!columns.voucher && !columns.insuredNumber) return 'Choisissez la colonne du n° de bon, ou du matricule.'
  const twice = sharedColumn(columns)
  return twice && `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
}
