import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Payable, type PayableWeek, supplierPayments } from '#shared/contract/supplier-payments.ts'
import { addDays } from '#shared/domain/dates.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { NewPaymentModal } from '#backoffice/payables/new-payment-modal.tsx'
import classes from '#backoffice/payables/payables.module.css'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { dayColumn, moneyColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FigureBar, Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'
import { PageHead } from '#shared/ui/page-head.tsx'

const title = 'Échéances'
const none: readonly Payable[] = []

const columns = sortedHere<Payable>([
  textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { strong: true, width: 240, grow: 1 }),
  moneyColumn('owed', 'Dû', ({ owed }) => owed, { width: 130, strong: true }),
  moneyColumn('overdue', 'Dont échu', ({ overdue }) => (overdue === 0 ? null : overdue), { width: 130 }),
  dayColumn('nextDueOn', 'Prochaine échéance', ({ nextDueOn }) => nextDueOn, { width: 160 }),
  moneyColumn('ahead', 'Payé d’avance', ({ ahead }) => (ahead === 0 ? null : ahead), { width: 130 }),
  moneyColumn('notBilled', 'Livré, pas sur un relevé', ({ notBilled }) => (notBilled === 0 ? null : notBilled), {
    width: 190,
  }),
])

/** What is owed to suppliers, and the weeks to come beside what the counter takes. */
export function PayablesScreen() {
  const doors = usePageRows<Payable>(({ supplierId }) => `/echeances/${supplierId}`)
  const { data, error, isFetching, retry } = useAnswer(supplierPayments.payables, {}, { keep: true })
  const mayPay = useMay(supplierPayments.create)
  const [isPaying, setIsPaying] = useState(false)
  useTabTitle(title)
  const search = useListSearch('Filtrer les fournisseurs', { isInMemory: true })
  const rows = (data ?? none).filter(({ supplierName }) => search.matches(supplierName))
  const sum = (of: (row: Payable) => number) => <Money amount={rows.reduce((all, row) => all + of(row), 0)} unit />
  return (
    <Page scrolls>
      <PageHead
        title={title}
        actions={
          <>
            <Button variant="default" component={Link} href="/echeances/paiements">
              Paiements
            </Button>
            {mayPay && <WriteButton onClick={() => setIsPaying(true)}>Noter un paiement</WriteButton>}
          </>
        }
      />
      <FigureBar
        figures={[
          { name: 'Dû aux fournisseurs', value: sum(({ owed }) => owed) },
          {
            name: 'Dont échu',
            value: sum(({ overdue }) => overdue),
            ...(rows.some(({ overdue }) => overdue > 0) ? { tone: 'danger' as const } : {}),
          },
          { name: 'Livré, pas encore sur un relevé', value: sum(({ notBilled }) => notBilled) },
        ]}
      />
      <div>{search.field}</div>
      <TableRoom rows={rows.length}>
        <ListRoom>
          <DataTable
            label="Dettes par fournisseur"
            columns={columns}
            rows={rows}
            rowKey={({ supplierId }: Payable) => supplierId}
            emptyText={search.emptyText('Aucune dette. Un relevé validé s’affiche ici avec son échéance.')}
            face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
            onRetry={retry}
            {...doors}
          />
        </ListRoom>
      </TableRoom>
      <Calendar />
      {isPaying && <NewPaymentModal onClose={() => setIsPaying(false)} />}
    </Page>
  )
}

function Calendar() {
  const mayRead = useMay(supplierPayments.calendar)
  const { data, error, retry } = useAnswer(supplierPayments.calendar, {}, { enabled: mayRead, keep: true })
  if (!mayRead) return null
  const most = Math.max(1, ...(data ?? []).flatMap(({ due, expected, takings }) => [due + expected, takings]))
  return (
    <Sheet
      title="Semaines à venir"
      fact={
        data?.[0] && (
          <>
            encaissements habituels&nbsp;: <Money amount={data[0].takings} unit /> par semaine
          </>
        )
      }
    >
      {!data ? (
        <PanelFace error={error} onRetry={retry} missingText="Ces semaines ne sont pas connues." />
      ) : data.every(({ due, expected }) => due + expected === 0) ? (
        <Nothing>Rien à payer dans les semaines à venir.</Nothing>
      ) : (
        <>
          <p className={classes.legend}>
            <span className={classes.due} /> dû <span className={classes.expected} /> livré, à facturer{' '}
            <span className={classes.takings} /> encaissements
          </p>
          <ol className={classes.weeks}>
            {data.map((week, index) => (
              <Week key={week.monday} week={week} most={most} isFirst={index === 0} />
            ))}
          </ol>
        </>
      )}
    </Sheet>
  )
}

/** What is due and expected in a week, as bars beside the takings. */
function Week({ week, most, isFirst }: { week: PayableWeek; most: number; isFirst: boolean }) {
  const { monday, due, expected, takings, statements } = week
  const share = (amount: number) => `${(amount * 100) / most}%`
  const isTight = due + expected > takings
  return (
    <li className={classes.week}>
      <div className={classes.when}>
        {isFirst ? 'Échu et cette semaine' : `Du ${formatShortDay(monday)}`}
        <small>au {formatDay(addDays(monday, 6))}</small>
      </div>
      <div>
        <div className={classes.bars} aria-hidden>
          <div className={classes.due} style={{ width: share(due) }} />
          <div className={classes.expected} style={{ width: share(expected) }} />
        </div>
        <div className={classes.bars} aria-hidden>
          <div className={classes.takings} style={{ width: share(takings) }} />
        </div>
        <small className={classes.names}>
          {statements.map(({ id, supplierName, reference, left }) => (
            <span key={id}>
              <TextLink to={`/releves/${id}`}>{`${supplierName}, ${reference}`}</TextLink> <Money amount={left} />
            </span>
          ))}
        </small>
      </div>
      <div className={classes.sums}>
        <b className={isTight ? classes.tight : undefined}>
          <Money amount={due} unit />
        </b>
        {expected > 0 && (
          <small>
            + <Money amount={expected} /> attendu
          </small>
        )}
      </div>
    </li>
  )
}
