import { usage, type DayFigures, type Morning } from '#shared/contract/usage.ts'
import { sum } from '#shared/domain/money.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDayTitle } from '#shared/ui/date-format.ts'
import { currencySymbol, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { Answered } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { addressOfDayRegisters, addressOfDaySales } from '#backoffice/dashboard/day-sales.ts'
import { Change, Figure } from '#backoffice/dashboard/figure.tsx'
import { GapTable } from '#backoffice/dashboard/gap-table.tsx'
import own from '#backoffice/dashboard/morning.module.css'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import { Gap } from '#backoffice/ui/gap.tsx'
import { movementsAddress } from '#backoffice/ui/money-address.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

/** Refetch interval in ms: at midnight no hint says that yesterday is another day. */
const everyMs = 5 * 60_000

/** Yesterday as an owner reads it in the morning, each figure beside the same weekday of the week before. */
export function MorningBox() {
  const morning = useAnswer(usage.morning, {}, { everyMs })
  return (
    <section className={`${classes.box} ${classes.top}`} aria-label="Hier">
      <Answered of={morning} height={110}>
        {(answer) => <Yesterday morning={answer} />}
      </Answered>
    </section>
  )
}

function Yesterday({ morning: { yesterday, weekBefore, withheld } }: { morning: Morning }) {
  const currency = useCurrency()
  const opens = useOpens()
  const { day, turnover, margin, cash, gaps } = yesterday
  const before = theDay(weekBefore.day)
  const daySales = opens('/ventes') ? addressOfDaySales(day) : null
  const unit = <i>{currencySymbol(currency)}</i>
  return (
    <>
      <div className={own.morningHead}>
        <h2>Hier, {lowerFirst(formatDayTitle(day))}</h2>
        <span>comparé au {before.long}</span>
      </div>
      <WithheldNote isShown={withheld} />
      <div className={classes.figures}>
        <Figure
          to={daySales}
          name="Chiffre d’affaires"
          value={
            <>
              <Money amount={turnover} /> {unit}
            </>
          }
        >
          <small>
            <Money amount={weekBefore.turnover} /> {before.the}{' '}
            <Change amount={turnover} before={weekBefore.turnover} />
          </small>
        </Figure>
        {margin && (
          <Figure to={daySales} name="Marge" value={<Money amount={margin.amount} />}>
            <small>
              {formatPercent(margin.percent)}
              {weekBefore.margin && (
                <>
                  , <Money amount={weekBefore.margin.amount} /> {before.the}
                </>
              )}
            </small>
          </Figure>
        )}
        <Figure
          to={depositAddress(yesterday, opens)}
          name="Espèces à déposer"
          value={<Money amount={cash.toDeposit} />}
        >
          <small>
            {cash.deposited > 0 && (
              <>
                <Money amount={cash.deposited} /> déjà en banque,{' '}
              </>
            )}
            <Money amount={weekBefore.cash.toDeposit} /> {before.the}
          </small>
        </Figure>
        {gaps && (
          <Figure
            to={opens('/caisses') ? addressOfDayRegisters(day) : null}
            name="Écarts de caisse"
            value={<Gap amount={totalGap(gaps).missing} />}
          >
            <small>
              {gaps.length === 0 ? 'aucune caisse fermée' : plural(gaps.length, 'caisse')}
              {totalGap(gaps).over > 0 && (
                <>
                  , <Money amount={totalGap(gaps).over} signed /> en trop
                </>
              )}
            </small>
            <small>
              <Money amount={totalGap(weekBefore.gaps ?? []).missing} signed /> {before.the}
            </small>
          </Figure>
        )}
      </div>
      {gaps && gaps.length > 0 && (
        <GapTable gaps={gaps} before={{ name: before.short, gaps: weekBefore.gaps ?? [] }} links={opens('/caisses')} />
      )}
    </>
  )
}

/** Deposits are noted at a counter; here is the list of those noted since. */
function depositAddress({ day }: DayFigures, opens: (path: string) => boolean): string | null {
  if (opens('/mouvements')) return movementsAddress(`du=${day}`, { kinds: ['deposit'] })
  return opens('/caisses') ? addressOfDayRegisters(day) : null
}

/** What is missing and what is over stay apart: one drawer does not pay for another. */
function totalGap(gaps: readonly { gap: number }[]): { missing: number; over: number } {
  return {
    missing: sum(gaps.map(({ gap }) => Math.min(0, gap))),
    over: sum(gaps.map(({ gap }) => Math.max(0, gap))),
  }
}

/** « le vendredi 13 », « vendredi 13 novembre », « Vendredi 13 ». */
function theDay(day: string): { the: string; long: string; short: string } {
  const title = formatDayTitle(day)
  const short = title.split(' ').slice(0, 2).join('\u00a0')
  return { the: `le\u00a0${lowerFirst(short)}`, long: lowerFirst(title), short }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
