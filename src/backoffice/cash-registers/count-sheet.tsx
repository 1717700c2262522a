import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { leftWords, namedWords } from '#shared/domain/register/named-words.ts'
import { refusedTriesText } from '#shared/domain/register/refused-tries.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { CountPrintButton } from '#backoffice/cash-registers/count-print-button.tsx'
import { TakenCount } from '#backoffice/cash-registers/taken-count.tsx'
import { EarlierCounts } from '#backoffice/cash-registers/earlier-counts.tsx'
import { DenominationTable, DifferenceTable } from '#backoffice/cash-registers/register-tables.tsx'
import { countedBy, countTitle } from '#backoffice/cash-registers/register-words.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'

interface CountSheetProps {
  report: RegisterReport
  count: RegisterCount
  /** The key P prints this count. */
  hasKey: boolean
}

/** A handover or closing count, as it was recorded. */
export function CountSheet({ report, count, hasKey }: CountSheetProps) {
  const { countedAt, comment, differences, denominations, awaits, unfinished, isRecount, refusedTries } = count
  return (
    <Sheet
      title={isRecount ? `${countTitle(count)}, recompté` : countTitle(count)}
      fact={`${formatMoment(countedAt)} · ${countedBy(count)}`}
      actions={<CountPrintButton report={report} count={count} hasKey={hasKey} />}
    >
      <div className={classes.columns}>
        <DifferenceTable differences={differences} />
        <DenominationTable denominations={denominations} />
      </div>
      <TakenCount count={count} />
      <EarlierCounts count={count} />
      {refusedTries > 0 && <p className={classes.comment}>{refusedTriesText(refusedTries)}.</p>}
      {comment && <p className={classes.comment}>Explication&nbsp;: {comment}</p>}
      <Named title="Opérations comptées avant d’être envoyées" sales={awaits} />
      <Named title="Opérations laissées non terminées" sales={unfinished} />
    </Sheet>
  )
}

/** The items that a closing waited for or left open. */
function Named({
  title,
  sales,
}: {
  title: string
  sales: readonly (RegisterCount['awaits'][number] & { state?: 'open' | 'refused' })[]
}) {
  if (sales.length === 0) return null
  return (
    <>
      <h3 className={classes.caption}>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {sales.map(({ id, identifier, total, state }) => (
          <li key={id}>
            <span>{namedWords(identifier)}</span>
            {state && (
              <StatusTag tone={state === 'open' ? 'warning' : 'danger'}>{leftWords({ identifier, state })}</StatusTag>
            )}
            {total !== 0 && <Money amount={total} />}
          </li>
        ))}
      </ul>
    </>
  )
}
