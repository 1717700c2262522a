import { useMemo } from 'react'
import { useParams } from 'wouter'
import { type BillDetail, type BillLine, bills } from '#shared/contract/bills.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { BillDocuments } from '#backoffice/bills/bill-documents.tsx'
import { BillGestures } from '#backoffice/bills/bill-gestures.tsx'
import { BillLineModal } from '#backoffice/bills/bill-line-modal.tsx'
import { billStateWords, faultsText, settlementWords } from '#backoffice/bills/bill-words.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { dayColumn, moneyColumn, numberColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { useMails } from '#backoffice/ui/mails/letter.ts'
import { MailsSheet } from '#backoffice/ui/mails/mails-sheet.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { type Fact, FactList, FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useOpenRow } from '#backoffice/ui/use-open-row.ts'

const keyOf = ({ saleId, paymentId }: Pick<BillLine, 'saleId' | 'paymentId'>) => `${saleId} ${paymentId}`

/** One bill: its vouchers, what came of each, and what may be done with it. */
export function BillScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: bill, error, retry } = useAnswer(bills.read, { params: { id } })
  const back = { to: useListAddress('/factures'), title: 'Factures' }
  useTabTitle(bill ? `Facture ${bill.number}` : 'Facture')
  if (!bill)
    return (
      <DetailFace
        back={back}
        title="Facture"
        error={error}
        onRetry={retry}
        missingText="Cette facture n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownBill key={id} bill={bill} back={back} />
}

function KnownBill({ bill, back }: { bill: BillDetail; back: { to: string; title: string } }) {
  const currency = useCurrency()
  const { items: mails } = useMails(bills, bill.id)
  const { openKey, close, doors } = useOpenRow(keyOf)
  const columns = useMemo(() => sortedHere<BillLine>(lineColumns()), [])
  const line = bill.lines.find((one) => keyOf(one) === openKey)
  const { label, tone } = billStateWords[bill.state]
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${bill.payerName}, facture ${bill.number}`}
        record={bill.id}
        marks={<StatusTag tone={tone}>{label}</StatusTag>}
        actions={<BillGestures bill={bill} />}
      />
      <FigureBar
        figures={[
          { name: plural(bill.lines.length, 'bon'), value: formatMoney(bill.amount, currency) },
          ...(bill.returned > 0 ? [{ name: 'Retours depuis', value: formatMoney(bill.returned, currency) }] : []),
          { name: 'Payé', value: formatMoney(bill.paid, currency) },
          ...(bill.again > 0 ? [{ name: 'À représenter', value: formatMoney(bill.again, currency) }] : []),
          ...(bill.charged > 0 ? [{ name: 'Au compte des patients', value: formatMoney(bill.charged, currency) }] : []),
          ...(bill.writtenOff > 0
            ? [{ name: 'Abandonné', value: formatMoney(bill.writtenOff, currency), tone: 'danger' as const }]
            : []),
          {
            name: 'Reste dû',
            value: formatMoney(bill.left, currency),
            ...(bill.left > 0 ? { tone: 'warning' as const } : {}),
          },
          ...(bill.ahead > 0 ? [{ name: 'D’avance chez ce payeur', value: formatMoney(bill.ahead, currency) }] : []),
        ]}
      />
      <TableRoom rows={bill.lines.length}>
        <ListRoom>
          <DataTable label="Bons de la facture" columns={columns} rows={bill.lines} rowKey={keyOf} {...doors} />
        </ListRoom>
      </TableRoom>
      <Sheets
        wide={
          <Sheet title="Historique">
            {bill.settlements.length === 0 ? (
              <Nothing>Rien n’est encore payé ni refusé.</Nothing>
            ) : (
              <FactList facts={eventsOf(bill)} />
            )}
          </Sheet>
        }
        narrow={
          <>
            <MailsSheet mails={mails} />
            <BillDocuments bill={bill} />
            <Sheet title="La facture">
              <FactList facts={factsOf(bill)} />
            </Sheet>
          </>
        }
      />
      {line && <BillLineModal bill={bill} line={line} onClose={close} />}
    </Page>
  )
}

function lineColumns() {
  return [
    numberColumn<BillLine>('position', 'N°', ({ position }) => position, { width: 64 }),
    dayColumn<BillLine>('soldAt', 'Vendu le', ({ soldAt }) => soldAt),
    textColumn<BillLine>('voucher', 'N° du bon', ({ voucher }) => voucher, { width: 130 }),
    textColumn<BillLine>('beneficiary', 'Bénéficiaire', ({ beneficiary }) => beneficiary, {
      strong: true,
      width: 180,
      grow: 1,
    }),
    textColumn<BillLine>('insuredNumber', 'Matricule', ({ insuredNumber }) => insuredNumber, { width: 130 }),
    textColumn<BillLine>('faults', 'Manque', ({ faults }) => faultsText(faults), {
      width: 150,
      grow: 0.5,
      priority: 2,
    }),
    moneyColumn<BillLine>('amount', 'Facturé', ({ amount }) => amount, { width: 110 }),
    moneyColumn<BillLine>('paid', 'Payé', ({ paid }) => paid || null, { width: 110 }),
    textColumn<BillLine>('outcome', 'Suite du bon', outcomeOf, { width: 170 }),
    moneyColumn<BillLine>('left', 'Reste dû', ({ left }) => left, { width: 110, strong: true }),
  ]
}

function outcomeOf({ again, charged, writtenOff, returned }: BillLine): string | null {
  if (again > 0) return 'À représenter'
  if (charged > 0) return 'Au compte du patient'
  if (writtenOff > 0) return 'Abandonné'
  return returned > 0 ? 'Retour' : null
}

/** What happened, grouped by gesture: one payment or one refusal may be for many vouchers. */
function eventsOf({ settlements }: BillDetail): Fact[] {
  const groups = new Map<string, { at: string; byName: string | null; text: string; amount: number; count: number }>()
  for (const { kind, amount, noteNumber, reason, billPaymentId, movementId, at, byName } of settlements) {
    const key = billPaymentId ?? movementId ?? `${kind} ${noteNumber} ${at}`
    const known = groups.get(key)
    const note = noteNumber === null ? '' : `, avoir n°\u00a0${noteNumber}`
    const text = `${settlementWords[kind]}${movementId ? ' à la caisse' : ''}${note}${reason ? `\u00a0: ${reason}` : ''}`
    groups.set(key, { at, byName, text, amount: (known?.amount ?? 0) + amount, count: (known?.count ?? 0) + 1 })
  }
  return [...groups].map(([key, { at, byName, text, amount, count }]) => [
    formatMoment(at),
    <span key={key}>
      {text}, <Money amount={amount} unit />, {plural(count, 'bon')}
      {byName && `, ${byName}`}
    </span>,
  ])
}

function factsOf(bill: BillDetail): Fact[] {
  return [
    ['Période', `${formatDay(bill.billed.from)} au ${formatDay(bill.billed.to)}`],
    [
      'Dont antérieurs',
      bill.earlier.vouchers > 0 ? (
        <>
          {plural(bill.earlier.vouchers, 'bon')}, <Money amount={bill.earlier.amount} unit />
        </>
      ) : null,
    ],
    ['Pour', bill.label],
    ['Émise', `${formatDay(bill.issuedOn)}${bill.createdByName ? `, ${bill.createdByName}` : ''}`],
    ['Envoyée', bill.sentAt && formatMoment(bill.sentAt)],
    ['Échéance', formatDay(bill.dueOn)],
    ...(bill.canceledAt ? [['Annulée', `${formatMoment(bill.canceledAt)}\u00a0: ${bill.cancelReason}`] as const] : []),
  ]
}
