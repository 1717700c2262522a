import { Button, Group } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { billFollowUps, type Collection, type FollowUp, type OwedBill } from '#shared/contract/bill-follow-ups.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { formatMoney, formatPercent } from '#shared/ui/money-format.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import { AllocateAhead } from '#backoffice/bills/ahead.tsx'
import { BillRuleModal } from '#backoffice/bills/bill-rule-modal.tsx'
import { payerKindWords } from '#backoffice/bills/bill-words.ts'
import { DisputeModal, PromiseModal } from '#backoffice/bills/promise-modal.tsx'
import { ReminderModal } from '#backoffice/bills/reminder-modal.tsx'
import { stepWords } from '#backoffice/bills/reminder-text.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import {
  dayColumn,
  moneyColumn,
  numberColumn,
  sortedHere,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'

const back = { to: '/factures/balance', title: 'Balance âgée' }

/** What one payer owes, what was done so that it pays, and what comes next. */
export function CollectionScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: collection, error, retry } = useAnswer(billFollowUps.collection, { params: { id } })
  useTabTitle(collection ? `Suivi de ${collection.payerName}` : 'Suivi d’un payeur')
  if (!collection)
    return (
      <DetailFace
        back={back}
        title="Suivi d’un payeur"
        error={error}
        onRetry={retry}
        missingText="Ce payeur n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownPayer key={id} collection={collection} />
}

const columns = sortedHere<OwedBill>([
  textColumn('number', 'Facture', ({ number }) => number, { strong: true, width: 150, grow: 1 }),
  dayColumn('issuedOn', 'Émise le', ({ issuedOn }) => issuedOn),
  dayColumn('dueOn', 'Échéance', ({ dueOn }) => dueOn),
  numberColumn('late', 'Jours de retard', ({ late }) => Math.max(0, late), { width: 130 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 130 }),
  moneyColumn('left', 'Reste dû', ({ left }) => left, { width: 130, strong: true }),
  stateColumn(
    'state',
    'État',
    ({ isDisputed, late }) =>
      isDisputed
        ? { label: 'En litige', tone: 'info' }
        : late > 0
          ? { label: 'En retard', tone: late > 90 ? 'danger' : 'warning' }
          : { label: 'Pas encore due', tone: 'neutral' },
    { width: 140 },
  ),
])

function figuresOf(
  { left, overdue, unbilled, ahead, days, refused, creditLimit, proposedLimit }: Collection,
  currency: Parameters<typeof formatMoney>[1],
) {
  return [
    { name: 'Reste dû', value: formatMoney(left, currency) },
    {
      name: 'En retard',
      value: formatMoney(overdue, currency),
      ...(overdue > 0 ? { tone: 'danger' as const } : {}),
    },
    ...(unbilled > 0 ? [{ name: 'Pas encore facturé', value: formatMoney(unbilled, currency) }] : []),
    ...(ahead > 0 ? [{ name: 'D’avance', value: formatMoney(ahead, currency) }] : []),
    { name: 'Délai moyen', value: days === null ? '–' : `${days}\u00a0j` },
    { name: 'Refusé', value: refused === null ? '–' : formatPercent(refused) },
    ...(proposedLimit === null
      ? []
      : [
          {
            name: 'Plafond de crédit',
            value: creditLimit === null ? 'aucun' : formatMoney(creditLimit, currency),
          },
          { name: 'Plafond proposé', value: formatMoney(proposedLimit, currency) },
        ]),
  ]
}

function KnownPayer({ collection }: { collection: Collection }) {
  const currency = useCurrency()
  const doors = usePageRows<OwedBill>(({ id }) => `/factures/${id}`)
  const today = useAtomValue(todayAtom)
  const may = useMay(billFollowUps.create)
  const [open, setOpen] = useState<'reminder' | 'promise' | 'dispute' | 'rule' | null>(null)
  const { payerId, payerName, bills, next, overdue, left, ahead, days, proposedLimit } = collection
  const close = () => setOpen(null)
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={payerName}
        marks={<StatusTag>{payerKindWords[collection.payerKind]}</StatusTag>}
        actions={
          <>
            <Button variant="default" component={Link} href={`/factures?payeur=${payerId}`}>
              Ses factures
            </Button>
            <Button variant="default" onClick={() => setOpen('rule')}>
              Règles
            </Button>
            {ahead > 0 && (
              <Button variant="default" component={Link} href={`/factures/paiements?payeur=${payerId}&avance=oui`}>
                Paiements d’avance
              </Button>
            )}
            {may && ahead > 0 && left > 0 && <AllocateAhead payerId={payerId} ahead={ahead} left={left} bill={null} />}
            {may && left > 0 && (
              <>
                <WriteButton variant="default" onClick={() => setOpen('dispute')}>
                  Litige
                </WriteButton>
                <WriteButton variant="default" onClick={() => setOpen('promise')}>
                  Promesse
                </WriteButton>
                {overdue > 0 && <WriteButton onClick={() => setOpen('reminder')}>Relancer</WriteButton>}
              </>
            )}
          </>
        }
      />
      <FigureBar figures={figuresOf(collection, currency)} />
      <TableRoom rows={bills.length}>
        <ListRoom>
          <DataTable
            label="Factures dues"
            columns={columns}
            rows={bills}
            rowKey={({ id }: OwedBill) => id}
            {...doors}
            emptyText="Ce payeur ne doit rien sur facture."
          />
        </ListRoom>
      </TableRoom>
      <Sheets
        wide={
          <Sheet title="Historique">
            {collection.followUps.length === 0 ? (
              <Nothing>Aucune relance, aucune promesse.</Nothing>
            ) : (
              <FactList facts={collection.followUps.map((one) => factOf(one, may, currency))} />
            )}
          </Sheet>
        }
        narrow={
          <Sheet title="Prochaine relance">
            {next ? (
              <p>
                {stepWords[next.step]}{' '}
                {next.from <= today ? 'à faire maintenant' : `à partir du ${formatDay(next.from)}`}.
              </p>
            ) : (
              <p>{overdue > 0 ? 'Toutes les relances sont faites.' : 'Rien à relancer.'}</p>
            )}
            <FactList
              facts={[
                ['Téléphone', collection.phone],
                ['E-mail', collection.email],
                ['Adresse', collection.address],
              ]}
            />
            {proposedLimit !== null && (
              <p>
                Le plafond proposé couvre ce que ce client achète à crédit jusqu’à son paiement, et un mois de plus{' '}
                {days === null || collection.followUps.some(({ promise }) => promise === 'broken')
                  ? '(un mois seulement\u00a0: pas encore assez de paiements, ou une promesse non tenue)'
                  : ''}
                . Changez-le sur{' '}
                <Link href={`/${collection.payerKind === 'person' ? 'patients' : 'organismes'}/${payerId}`}>
                  sa fiche
                </Link>
                .
              </p>
            )}
          </Sheet>
        }
      />
      {open === 'rule' && <BillRuleModal payerId={payerId} payerName={payerName} onClose={close} />}
      {open === 'reminder' && <ReminderModal collection={collection} onClose={close} />}
      {open === 'promise' && <PromiseModal collection={collection} onClose={close} />}
      {open === 'dispute' && <DisputeModal collection={collection} onClose={close} />}
    </Page>
  )
}

const promiseWords: Record<NonNullable<FollowUp['promise']>, { label: string; tone: StatusTone }> = {
  open: { label: 'En attente', tone: 'info' },
  kept: { label: 'Tenue', tone: 'success' },
  broken: { label: 'Non tenue', tone: 'danger' },
}
const channelWords: Record<NonNullable<FollowUp['channel']>, string> = {
  letter: 'par lettre',
  mail: 'par e-mail',
  message: 'par message',
  phone: 'par téléphone',
}

function factOf(one: FollowUp, mayEnd: boolean, currency: Parameters<typeof formatMoney>[1]): Fact {
  const { id, kind, step, channel, amount, promisedOn, billNumber, note, promise, endedAt, endNote } = one
  const text =
    kind === 'reminder'
      ? `${stepWords[step!]} ${channelWords[channel!]}`
      : kind === 'promise'
        ? `Promesse de ${formatMoney(amount!, currency)} pour le ${formatDay(promisedOn!)}`
        : `Litige ${billNumber ? `sur la facture ${billNumber}` : 'sur tout ce qui est dû'}`
  return [
    formatMoment(one.createdAt),
    <Group key={id} gap="xs">
      <span>
        {[text, note, one.createdByName].filter(Boolean).join(', ')}
        {endedAt && ` (terminé le ${formatDay(endedAt)}${endNote ? `\u00a0: ${endNote}` : ''})`}
      </span>
      {promise && <StatusTag tone={promiseWords[promise].tone}>{promiseWords[promise].label}</StatusTag>}
      {mayEnd && kind !== 'reminder' && endedAt === null && promise !== 'kept' && <EndButton id={id} kind={kind} />}
    </Group>,
  ]
}

function EndButton({ id, kind }: Pick<FollowUp, 'id' | 'kind'>) {
  const send = useSend()
  const gesture = useGesture()
  return (
    <>
      <WriteButton
        size="compact-sm"
        variant="default"
        loading={gesture.isRunning}
        onClick={() => gesture.run(() => send(billFollowUps.end, { params: { id }, body: {} }))}
      >
        {kind === 'dispute' ? 'Litige réglé' : 'Retirer'}
      </WriteButton>
      {gesture.modals}
    </>
  )
}
