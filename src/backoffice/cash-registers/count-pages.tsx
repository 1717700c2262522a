import { useAtomValue } from 'jotai'
import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { refusedTriesText } from '#shared/domain/register/refused-tries.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { TakenCount } from '#backoffice/cash-registers/taken-count.tsx'
import { EarlierCounts } from '#backoffice/cash-registers/earlier-counts.tsx'
import { DenominationTable, DifferenceTable, KindTable } from '#backoffice/cash-registers/register-tables.tsx'
import { type Happening, timelineOf } from '#backoffice/cash-registers/register-timeline.ts'
import { countedBy, countTitle, hiddenText, withheldText } from '#backoffice/cash-registers/register-words.ts'
import { NamedList, What } from '#backoffice/cash-registers/timeline-sheet.tsx'
import classes from '#backoffice/cash-registers/count-pages.module.css'
import { Gap } from '#backoffice/ui/gap.tsx'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'

interface CountPagesProps {
  report: RegisterReport
  count: RegisterCount
  onPrinted: () => void
}

/**
 * The printed report of a closing or handover: the data as recorded then, followed by later events. Visible only in
 * print.
 */
export function CountPages({ report, count, onPrinted }: CountPagesProps) {
  const { register } = report
  const title = countTitle(count)
  const [first] = count.earlier
  const maySee = useAtomValue(rightsAtom).has('register.seeExpected')
  const after = timelineOf(report).filter((happening) => isAfter(happening, count))
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <header className={classes.head}>
        <PaperHead title={count.isRecount ? `${title}, recompté` : title} />
      </header>
      <p>
        Caisse ouverte le {formatMoment(register.openedAt)} par {register.openedByName}, fond de{' '}
        <Money amount={register.float} unit />.
        <br />
        Comptée le {formatMoment(count.countedAt)} par {countedBy(count)}
        {count.receivedByName && `, remise par ${count.byName} à ${count.receivedByName}`}, reçue le{' '}
        {formatMoment(count.recordedAt)}.
        {count.gap !== null && (
          <>
            {' '}
            Écart&nbsp;: <Gap amount={count.gap} unit />
            {count.isRecount && first && (
              <>
                , au premier comptage <Gap amount={first.gap} unit />
              </>
            )}
            .
          </>
        )}
      </p>
      {report.expected === null && <p>{maySee ? withheldText : hiddenText}</p>}
      <DifferenceTable isPaper differences={count.differences} />
      <TakenCount count={count} />
      <EarlierCounts count={count} />
      {count.refusedTries > 0 && <p>{refusedTriesText(count.refusedTries)}.</p>}
      {count.comment && <p>Explication&nbsp;: {count.comment}</p>}
      <DenominationTable isPaper denominations={count.denominations} />
      {count.totals.length > 0 && <KindTable isPaper totals={count.totals} />}
      <NamedLine
        one="opération comptée avant d’être envoyée"
        many="opérations comptées avant d’être envoyées"
        named={count.awaits}
      />
      <NamedLine
        one="opération laissée non terminée"
        many="opérations laissées non terminées"
        named={count.unfinished}
      />
      {after.length > 0 && (
        <>
          <p>Depuis&nbsp;:</p>
          <ul>
            {after.map((happening, index) => (
              <li key={index}>
                {formatMoment(happening.at)}, {happening.byName}&nbsp;: <What happening={happening} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.signatures}>
        <span>Signature de {count.byName}</span>
        <span>{count.receivedByName ? `Signature de ${count.receivedByName}` : 'Signature du titulaire'}</span>
      </div>
    </PrintedPages>
  )
}

function NamedLine({ one, many, named }: { one: string; many: string; named: RegisterCount['awaits'] }) {
  if (named.length === 0) return null
  return (
    <p>
      {plural(named.length, one, many)}&nbsp;: <NamedList named={named} />
    </p>
  )
}

/** The count itself and everything recorded before it are already on the page. */
function isAfter(happening: Happening, { id, recordedAt }: RegisterCount): boolean {
  if (happening.kind === 'opened' || (happening.kind === 'count' && happening.count.id === id)) return false
  if (happening.kind === 'closed-over' && happening.at === recordedAt) return false
  return happening.at >= recordedAt
}
