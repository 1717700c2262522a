import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type AwaitedLine, billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { matchRemittance } from '#shared/domain/billing/match-remittance.ts'
import {
  readRemittance,
  type RemittanceField,
  remittanceLayout,
  type RemittanceProfile,
  type RemittanceReading,
} from '#shared/domain/billing/remittance-file.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
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
import { useFileProfile } from '#backoffice/ui/imports/use-file-profile.ts'
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
    <ClosedPage title={title}>Réservé aux personnes qui ont le droit de gérer les factures.</ClosedPage>
  )
}

function Importing() {
  const back = { to: useListAddress('/factures/paiements'), title: 'Paiements reçus' }
  const currency = useCurrency()
  const [payerId, setPayerId] = useState<string | null>(null)
  const payers = (useAnswer(bills.aged, {}).data ?? []).flatMap(({ payerId: id, payerName, left }) =>
    id !== null && left > 0 ? [{ payerId: id, payerName, left }] : [],
  )
  const asked = { params: { id: payerId ?? '' } }
  const kept = useAnswer(billPayments.profile, asked, { enabled: payerId !== null }).data
  const awaited = useAnswer(billPayments.awaited, asked, { enabled: payerId !== null }).data
  const { table, profile, ...read } = useFileProfile(remittanceLayout, kept?.profile)
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
            onChange={(id) => (setPayerId(id), read.forgetChoice())}
          />
        </Sheet>
        {payer && <FileStep {...read.fileStep} hint="Le décompte du payeur, tel quel" />}
        {payer && profile && read.mappingStep && awaited && (
          <>
            <MappingStep<RemittanceField> {...read.mappingStep} fields={mappedRemittanceFields} barrier={barrier} />
            <Sheet title="3. Bons" fact={plural(rows.length, 'ligne')}>
              <CheckedRows
                key={read.key}
                label="Lignes du décompte"
                rows={rows}
                columns={remittanceColumns}
                outcomes={outcomes}
                words={fateWords}
                exportName={() => title}
              />
            </Sheet>
            <RemittancePayment
              key={`${read.key} ${payerId}`}
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
