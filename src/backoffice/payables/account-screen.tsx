import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useParams } from 'wouter'
import { type AccountEntry, supplierPayments } from '#shared/contract/supplier-payments.ts'
import { addDays, isDay } from '#shared/domain/dates.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { NewPaymentModal } from '#backoffice/payables/new-payment-modal.tsx'
import { entryPage, entryWords } from '#backoffice/payables/payable-words.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { dayColumn, moneyColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'

const back = { to: '/echeances', title: 'Échéances' }

const columns = [
  dayColumn<AccountEntry>('day', 'Date', ({ day }) => day),
  textColumn<AccountEntry>('kind', 'Nature', ({ kind }) => entryWords[kind], { width: 180 }),
  textColumn<AccountEntry>('name', 'N°', ({ name }) => name, { strong: true, width: 200, grow: 1 }),
  moneyColumn<AccountEntry>('asked', 'Facturé', ({ amount }) => (amount > 0 ? amount : null), { width: 140 }),
  moneyColumn<AccountEntry>('given', 'Payé ou crédité', ({ amount }) => (amount < 0 ? -amount : null), { width: 150 }),
  moneyColumn<AccountEntry>('balance', 'Solde dû', ({ balance }) => balance, { width: 140, strong: true }),
]

/** The account of one supplier: statements, credits and payments, with the balance after each. */
export function AccountScreen() {
  const { id } = useParams<{ id: string }>()
  const doors = usePageRows<AccountEntry>(({ kind, id: entryId }) => entryPage[kind](entryId))
  const today = useAtomValue(todayAtom)
  const [from, setFrom] = useState<string | null>(addDays(today, -180))
  const [to, setTo] = useState<string | null>(today)
  const [isPaying, setIsPaying] = useState(false)
  const mayPay = useMay(supplierPayments.create)
  const isAsked = from !== null && to !== null && isDay(from) && isDay(to)
  const { data, error, retry } = useAnswer(
    supplierPayments.account,
    { params: { id }, query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keep: true },
  )
  const title = data ? `Compte de ${data.supplierName}` : 'Compte du fournisseur'
  useTabTitle(title)
  if (!data)
    return (
      <DetailFace
        back={back}
        title={title}
        error={error}
        onRetry={retry}
        missingText="Ce fournisseur n’existe pas, ou l’adresse est incomplète."
      />
    )
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={
          <>
            <ListExport
              name={title}
              columns={columns}
              filters={isAsked ? `du ${formatDay(from)} au ${formatDay(to)}` : ''}
              source={() => ({ rows: data.entries })}
              isLocal
            />
            {mayPay && <WriteButton onClick={() => setIsPaying(true)}>Noter un paiement</WriteButton>}
          </>
        }
      />
      <div className={imports.buttons}>
        <DayField label="Du" value={from} onChange={setFrom} />
        <DayField label="Au" value={to} onChange={setTo} />
      </div>
      <FigureBar
        figures={[
          { name: 'Solde avant', value: <Money amount={data.before} unit /> },
          { name: 'Solde dû', value: <Money amount={data.balance} unit /> },
        ]}
      />
      <ListRoom>
        <DataTable
          label="Compte"
          columns={columns}
          rows={data.entries}
          rowKey={({ kind, id: entryId, balance }: AccountEntry) => `${kind} ${entryId} ${balance}`}
          emptyText="Aucun mouvement sur cette période."
          {...doors}
          question={`${from} ${to}`}
        />
      </ListRoom>
      {isPaying && (
        <NewPaymentModal supplierId={id} owed={Math.max(0, data.balance)} onClose={() => setIsPaying(false)} />
      )}
    </Page>
  )
}
