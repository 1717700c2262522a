import { Button } from '@mantine/core'
import { IconArrowsExchange, IconCashBanknote, IconReceipt } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { cashRegisters, type RegisterReport } from '#shared/contract/cash-registers.ts'
import { formatHour, formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { CountSheet } from '#backoffice/cash-registers/count-sheet.tsx'
import { ExpectedSheet } from '#backoffice/cash-registers/expected-sheet.tsx'
import { KindTable, MeansTable } from '#backoffice/cash-registers/register-tables.tsx'
import { ReopenButton } from '#backoffice/cash-registers/reopen-button.tsx'
import { hiddenText, registerState, withheldText } from '#backoffice/cash-registers/register-words.ts'
import { TimelineSheet } from '#backoffice/cash-registers/timeline-sheet.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { Gap } from '#backoffice/ui/gap.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { addressOfKinds, addressOfSales } from '#backoffice/cash-registers/register-addresses.ts'
import { AmountLink } from '#backoffice/ui/amount-link.tsx'
import { Page } from '#backoffice/ui/page.tsx'
import { ReadAge } from '#backoffice/ui/read-age.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const printKeys = [{ keys: ['P'], label: 'Imprimer le dernier comptage' }]
const noKeys: typeof printKeys = []

/** Screen of one cash register. */
export function CashRegisterScreen() {
  const { id } = useParams<{ id: string }>()
  return <AskedRegister key={id} id={id} />
}

function AskedRegister({ id }: { id: string }) {
  const { data, error, retry, dataUpdatedAt } = useAnswer(cashRegisters.report, { query: { registerId: id } })
  const back = { to: useListAddress('/caisses'), title: 'Caisses' }
  if (!data)
    return (
      <DetailFace
        back={back}
        title="Caisse"
        error={error}
        onRetry={retry}
        missingText="Cette caisse n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownRegister report={data} readAt={dataUpdatedAt} back={back} />
}

/** The totals, counts and history of a register. */
function KnownRegister({
  report,
  readAt,
  back,
}: {
  report: RegisterReport
  readAt: number
  back: { to: string; title: string }
}) {
  const { register, counts, totals } = report
  const maySee = useAtomValue(rightsAtom).has('register.seeExpected')
  const seesExpected = maySee && report.expected !== null
  usePageKeys(counts.length > 0 ? printKeys : noKeys, `À jour à ${formatHour(readAt)}`)
  const state = registerState(register)
  const last = counts.at(-1)
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`Caisse de ${register.openedByName}`}
        record={register.id}
        marks={<StatusTag tone={state.tone}>{state.label}</StatusTag>}
        actions={
          <>
            <Ways report={report} seesExpected={seesExpected} />
            <ReopenButton report={report} />
          </>
        }
      />
      <ReadAge readAt={readAt} listedAt={null} />
      {!seesExpected && <p className={classes.note}>{maySee ? withheldText : hiddenText}</p>}
      <FigureBar figures={figuresOf(report, seesExpected)} />
      <Sheets
        wide={
          <>
            {counts.toReversed().map((count) => (
              <CountSheet key={count.id} report={report} count={count} hasKey={count === last} />
            ))}
            <Sheet title="Mouvements">
              {totals.length === 0 ? (
                <Nothing>{seesExpected ? 'Aucun mouvement.' : 'Rien à montrer avant le comptage.'}</Nothing>
              ) : (
                <div className={classes.columns}>
                  <KindTable totals={totals} registerId={register.id} />
                  <MeansTable totals={totals} registerId={register.id} />
                </div>
              )}
            </Sheet>
          </>
        }
        narrow={
          <>
            <TimelineSheet report={report} />
            {register.state !== 'CLOSED' && report.expected && <ExpectedSheet report={report} />}
          </>
        }
      />
    </Page>
  )
}

function figuresOf({ register, counts }: RegisterReport, seesExpected: boolean): { name: string; value: ReactNode }[] {
  const { openedAt, closedAt, heldByName, float, sales, gap, firstGap, state } = register
  const closing = state === 'CLOSED' ? counts.findLast(({ kind }) => kind === 'closing') : undefined
  const counted = closing?.differences.reduce((sum, row) => sum + row.counted, 0)
  return [
    { name: 'Ouverte', value: formatMoment(openedAt) },
    closedAt === null
      ? { name: 'Caissier actuel', value: heldByName }
      : { name: 'Fermée', value: formatMoment(closedAt) },
    {
      name: 'Fond',
      value: <AmountLink to={seesExpected ? addressOfKinds(register.id, ['float']) : null} amount={float} />,
    },
    {
      name: 'Ventes',
      value: <TextLink to={addressOfSales(register.id)}>{formatAmount(sales, { decimals: 0 })}</TextLink>,
    },
    { name: 'Compté', value: counted === undefined ? '–' : <Money amount={counted} /> },
    ...(firstGap === null || firstGap === gap
      ? [{ name: 'Écart', value: <Gap amount={gap} unit /> }]
      : [
          { name: 'Écart du premier comptage', value: <Gap amount={firstGap} unit /> },
          { name: 'Recompté', value: <Gap amount={gap} unit /> },
        ]),
  ]
}

/** Links to the lists behind it, filtered by this register. */
function Ways({ report: { register }, seesExpected }: { report: RegisterReport; seesExpected: boolean }) {
  const ways = [
    ...(seesExpected ? [{ to: addressOfKinds(register.id), label: 'Mouvements', icon: IconArrowsExchange }] : []),
    { to: `/decaissements?periode=tout&caisse=${register.id}`, label: 'Décaissements', icon: IconCashBanknote },
    { to: `/ventes?periode=tout&caisse=${register.id}`, label: 'Ventes de cette caisse', icon: IconReceipt },
  ]
  return ways.map(({ to: href, label, icon: Icon }) => (
    <Button key={href} variant="default" component={Link} href={href} leftSection={<Icon size={18} aria-hidden />}>
      {label}
    </Button>
  ))
}
