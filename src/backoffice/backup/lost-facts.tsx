import type { Engine } from '#shared/contract/engine.ts'
import { formatDuration, formatExactHour, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/backup/backup.module.css'
import type { Fact } from '#backoffice/ui/sheet.tsx'

type Lost = NonNullable<Engine['lost']>

/** What the last restore lost, and what came of it again, till by till. */
export function lostFacts(lost: Lost): Fact[] {
  const { confirmedAt, tills } = lost
  return [
    ['Temps perdu', lostText(lost)],
    ['Confirmée', confirmedAt ? `le ${exactText(confirmedAt)}` : 'Pas encore\u00a0: les caisses gardent leurs ventes'],
    [
      'Caisses',
      tills.length === 0 ? (
        'Aucune n’était connue'
      ) : (
        <ul className={classes.lines}>
          {tills.map((till) => (
            <li key={till.terminalCode}>
              <TillLine till={till} isCopy={confirmedAt === null} />
            </li>
          ))}
        </ul>
      ),
    ],
  ]
}

/** « du 29/11/2026 à 18:00:02 au 29/11/2026 à 18:12:40, 12 min » */
export function lostText({ from, to }: Pick<Lost, 'from' | 'to'>): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  const long = seconds < 60 ? `${seconds}\u00a0s` : formatDuration(seconds)
  return `du ${exactText(from)} au ${exactText(to)}, ${long}`
}

/** The tills that may still have sales of the lost time. */
export function unheardCodes({ tills }: Lost): string[] {
  return tills.filter(({ isHeard }) => !isHeard).map(({ terminalCode }) => terminalCode)
}

function TillLine({ till, isCopy }: { till: Lost['tills'][number]; isCopy: boolean }) {
  const { terminalCode, isHeard, waiting, sales, amount } = till
  const name = `Poste ${terminalCode}\u00a0: `
  if (!isHeard) return `${name}pas entendu depuis, il a peut-être des ventes de ce temps`
  const still = waiting ? `, ${plural(waiting, 'envoi')} encore en attente` : ''
  if (isCopy) return `${name}entendu${still}`
  if (sales === 0) return `${name}rien de ce temps${still}`
  return (
    <>
      {`${name}${plural(sales, 'vente')} de ce temps, `}
      <Money amount={amount} unit />
      {still}
    </>
  )
}

function exactText(instant: string): string {
  return `${formatShortDay(instant)} à ${formatExactHour(instant)}`
}
