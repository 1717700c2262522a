import { feeAccountWords } from '#shared/domain/reconciliation/group-money.ts'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import {
  type MoneyLine,
  type MoneyStatementDetail,
  moneyStatements,
  type RecordedMoney,
} from '#shared/contract/money-statements.ts'
import { moneyLineStates, type MoneyLineState } from '#shared/domain/reconciliation/line-state.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { MoneyLineModal } from '#backoffice/reconciliation/money-line-modal.tsx'
import { moneyStateWords, recordedText, recordsText, timeText } from '#backoffice/reconciliation/money-words.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
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
import { useOpenRow } from '#backoffice/ui/use-open-row.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'
import { FigureBar, Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One statement: what of it is recorded, what is not, and what was recorded and never paid. */
export function MoneyStatementScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: statement, error, retry } = useAnswer(moneyStatements.read, { params: { id } })
  const back = { to: useListAddress('/rapprochements'), title: 'Rapprochements' }
  useTabTitle(statement ? `Relevé ${statement.account}` : 'Relevé')
  if (!statement)
    return (
      <DetailFace
        back={back}
        title="Relevé"
        error={error}
        onRetry={retry}
        missingText="Ce relevé n’existe plus, ou l’adresse est incomplète."
      />
    )
  return <KnownStatement key={id} statement={statement} back={back} />
}

interface KnownStatementProps {
  statement: MoneyStatementDetail
  back: { to: string; title: string }
}

function KnownStatement({ statement, back }: KnownStatementProps) {
  const currency = useCurrency()
  const sales = usePageRows<RecordedMoney>(({ saleId }) => saleId && `/ventes/${saleId}`)
  const opened = useOpenRow<MoneyLine>(({ position }) => String(position))
  const { lines, missing, unrecorded, received, account, from, to } = statement
  const line = lines.find(({ position }) => String(position) === opened.openKey)
  const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)
  const differs = lines.filter(({ state }) => state === 'differs')
  const difference = differs.reduce((total, one) => total + one.amount - sum(one.records), 0)
  const figure = (name: string, amount: number, tone: 'warning' | 'danger') => ({
    name,
    value: formatMoney(amount, currency),
    ...(amount === 0 ? {} : { tone }),
  })
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${account}, ${from === to ? formatDay(from) : `du ${formatDay(from)} au ${formatDay(to)}`}`}
        record={statement.id}
        actions={<Gestures statement={statement} />}
      />
      <FigureBar
        figures={[
          { name: 'Reçu', value: formatMoney(received, currency) },
          figure('Reçu, non enregistré', unrecorded, 'danger'),
          figure('Enregistré, jamais reçu', sum(missing), 'danger'),
          figure('Différences', difference, 'warning'),
          { name: 'Frais et commissions', value: formatMoney(statement.fees, currency) },
        ]}
      />
      <Lines statement={statement} doors={opened.doors} />
      <Fees lines={lines} total={statement.fees} />
      <Sheet title="Enregistré, jamais reçu" fact={plural(missing.length, 'mouvement')}>
        {missing.length === 0 ? (
          <Nothing>Tout ce qui est enregistré pour ce compte dans ces jours est sur un relevé.</Nothing>
        ) : (
          <TableRoom rows={missing.length}>
            <ListRoom>
              <DataTable
                label="Enregistré, jamais reçu"
                columns={missingColumns}
                rows={missing}
                rowKey={({ id }: RecordedMoney) => id}
                {...sales}
              />
            </ListRoom>
          </TableRoom>
        )}
      </Sheet>
      {line && <MoneyLineModal statement={statement} line={line} onClose={opened.close} />}
    </Page>
  )
}

interface LinesProps {
  statement: MoneyStatementDetail
  doors: ReturnType<typeof useOpenRow<MoneyLine>>['doors']
}

function Lines({ statement: { account, lines }, doors }: LinesProps) {
  const [search, setSearch] = useState('')
  const isClear = lines.every(({ state }) => state !== 'unrecorded')
  const proposed = lines.filter(({ proposal }) => proposal !== null).length
  const [shown, setShown] = useState<MoneyLineState | 'proposed' | 'all'>(
    isClear ? 'all' : proposed > 0 ? 'proposed' : 'unrecorded',
  )
  const kept = useMemo(() => {
    const words = wordsOf(search)
    return lines.filter(
      (one) =>
        (shown === 'all' || (shown === 'proposed' ? one.proposal !== null : one.state === shown)) &&
        words.every((word) => fold([one.label, one.reference, one.phone].join(' ')).includes(word)),
    )
  }, [lines, shown, search])
  const counts = moneyLineStates.map((state) => [state, lines.filter((one) => one.state === state).length] as const)
  return (
    <Sheet title="Lignes du relevé" fact={plural(lines.length, 'ligne')}>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Lignes montrées"
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            ...(proposed > 0 || shown === 'proposed'
              ? [{ value: 'proposed' as const, label: `Proposés (${proposed})` }]
              : []),
            ...counts.flatMap(([state, count]) =>
              count > 0 || state === shown
                ? [
                    {
                      value: state as MoneyLineState | 'proposed' | 'all',
                      label: `${moneyStateWords[state].many} (${count})`,
                    },
                  ]
                : [],
            ),
            { value: 'all' as const, label: `Toutes (${lines.length})` },
          ]}
        />
        <TextInput
          aria-label="Chercher une ligne"
          placeholder="Libellé, référence…"
          w={200}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ListExport
          name={`Relevé ${account}`}
          isLocal
          columns={lineColumns}
          filters=""
          source={() => ({ rows: kept })}
        />
      </div>
      <TableRoom rows={kept.length}>
        <ListRoom>
          <DataTable
            label="Lignes du relevé"
            columns={lineColumns}
            rows={kept}
            rowKey={({ position }: MoneyLine) => String(position)}
            {...doors}
            question={`${shown} ${search}`}
            emptyText="Aucune ligne de cette sorte."
          />
        </ListRoom>
      </TableRoom>
    </Sheet>
  )
}

const lineColumns = sortedHere<MoneyLine>([
  numberColumn('position', 'Ligne', ({ position }) => position, { width: 72 }),
  dayColumn('day', 'Date', ({ day }) => day),
  textColumn('time', 'Heure', ({ minutes }) => timeText(minutes), { width: 72 }),
  textColumn('reference', 'Référence', ({ reference }) => reference, { width: 150 }),
  textColumn('phone', 'Téléphone', ({ phone }) => phone, { width: 130, priority: 2 }),
  textColumn('label', 'Libellé', ({ label }) => label, { width: 200, grow: 1 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 120, strong: true, signed: true }),
  stateColumn('state', 'État', ({ state }) => moneyStateWords[state], { width: 150 }),
  moneyColumn('fee', 'Frais', ({ fee, commission }) => fee + commission || null, { width: 90 }),
  textColumn(
    'recorded',
    'Enregistré',
    ({ records, explained, proposal, withheld }) =>
      explained ??
      (withheld ? 'Caisse pas encore comptée' : recordsText(records)) ??
      (proposal && `Proposé\u00a0: ${plural(proposal.ids.length, 'mouvement')}`),
    { width: 220, grow: 1 },
  ),
])

const feeColumns = sortedHere<MoneyLine>([
  numberColumn('position', 'Ligne', ({ position }) => position, { width: 72 }),
  dayColumn('day', 'Date', ({ day }) => day),
  textColumn('label', 'Libellé', ({ label }) => label, { width: 200, grow: 1 }),
  textColumn('account', 'Compte', ({ feeAccount }) => feeAccount && feeAccountWords[feeAccount], {
    width: 260,
    grow: 1,
  }),
  moneyColumn('amount', 'Montant', ({ fee, commission }) => fee + commission, { width: 120, strong: true }),
])

/** What the operator or bank kept, line by line, with the account where it is booked. */
function Fees({ lines, total }: { lines: readonly MoneyLine[]; total: number }) {
  const kept = lines.filter(({ fee, commission }) => fee + commission > 0)
  if (kept.length === 0) return null
  return (
    <Sheet title="Frais et commissions" fact={<Money amount={total} unit />}>
      <div className={classes.tools}>
        <ListExport
          name="Frais et commissions"
          isLocal
          columns={feeColumns}
          filters=""
          source={() => ({ rows: kept })}
        />
      </div>
      <TableRoom rows={kept.length}>
        <ListRoom>
          <DataTable
            label="Frais et commissions"
            columns={feeColumns}
            rows={kept}
            rowKey={({ position }: MoneyLine) => String(position)}
          />
        </ListRoom>
      </TableRoom>
    </Sheet>
  )
}

const missingColumns = sortedHere<RecordedMoney>([
  dayColumn('day', 'Date', ({ day }) => day),
  textColumn('time', 'Heure', ({ minutes }) => timeText(minutes), { width: 72 }),
  textColumn('what', 'Enregistré', recordedText, { width: 260, grow: 1, strong: true }),
  textColumn('references', 'Référence', ({ references }) => references.join(', ') || null, { width: 160 }),
  textColumn('phone', 'Téléphone', ({ phone }) => phone, { width: 130 }),
  textColumn('user', 'Par', ({ userName }) => userName, { width: 160 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 120, strong: true, signed: true }),
])

function Gestures({ statement: { id, lines } }: { statement: MoneyStatementDetail }) {
  const [, go] = useLocation()
  const send = useSend()
  const gesture = useGesture()
  const may = useMay(moneyStatements.match)
  if (!may) return null
  return (
    <>
      <WriteButton
        variant="default"
        onClick={() =>
          gesture.ask({
            title: 'Supprimer ce relevé\u202f?',
            text: 'Ses lignes disparaissent, et les mouvements rapprochés sont de nouveau à rapprocher. Le fichier pourra être importé de nouveau.',
            yes: 'Supprimer le relevé',
            run: async () => {
              await send(moneyStatements.remove, { params: { id } })
              go('/rapprochements')
            },
          })
        }
      >
        Supprimer
      </WriteButton>
      {lines.some(({ state }) => state === 'unrecorded') && (
        <WriteButton
          loading={gesture.isRunning}
          onClick={() => gesture.run(() => send(moneyStatements.match, { params: { id } }))}
        >
          Rapprocher de nouveau
        </WriteButton>
      )}
      {gesture.modals}
    </>
  )
}
