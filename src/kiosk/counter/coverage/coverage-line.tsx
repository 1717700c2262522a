import { uncoveredWords } from '#shared/domain/coverage/coverage-words.ts'
import type { UncoveredReason } from '#shared/domain/coverage/coverage.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import type { LineCoverage, LinePart } from './coverage-shown.ts'
import classes from './coverage.module.css'

/** Beside a line of the ticket: what the patient pays of it. A touch on the line says why. */
export function CoverageNote({ line: { patient, parts } }: { line: LineCoverage }) {
  if (parts.every(({ amount }) => amount === 0))
    return <span className={`${classes.note} ${classes.reason}`}>non couvert</span>
  return (
    <span className={classes.note}>
      patient <Money amount={patient} />
    </span>
  )
}

/** Under an open line of the ticket: what each payer takes, what the patient pays, and why. */
export function CoverageLine({ line: { total, patient, parts } }: { line: LineCoverage }) {
  const taking = parts.filter(({ amount }) => amount > 0)
  // If the other payers pay all of the line, the reasons of a payer that does not pay are shown only in « Qui paie quoi
  // ».
  const reasons = taking.length > 0 && patient === 0 ? [] : [...new Set(parts.flatMap(saidOnLine))]
  return (
    <div className={classes.line}>
      <ShareBar total={total} patient={patient} />
      {taking.map(({ policyId, name, percent, base, amount }) => (
        <span key={policyId}>
          {name}
          {'\u00a0'}
          {formatPercent(percent)}
          {base !== null && (
            <>
              {' '}
              de <Money amount={base} />
            </>
          )}
          {'\u00a0: '}
          <b className={classes.taken}>
            <Money amount={amount} />
          </b>
        </span>
      ))}
      {/* Without another payer, the patient's part equals the amount of the line. */}
      {taking.length > 0 && <PatientPart amount={patient} />}
      {reasons.map((reason) => (
        <span key={reason} className={classes.reason}>
          {reason}
        </span>
      ))}
    </div>
  )
}

function PatientPart({ amount }: { amount: number }) {
  return (
    <span>
      Patient{'\u00a0'}:{' '}
      <b>
        <Money amount={amount} />
      </b>
    </span>
  )
}

/** Blue: other payers; green: the patient; grey: no other payer. Decorative, as the amounts are written beside it. */
export function ShareBar({ total, patient, isWide = false }: { total: number; patient: number; isWide?: boolean }) {
  const covered = total - patient
  return (
    <span className={isWide ? classes.wideBar : classes.bar} aria-hidden data-alone={covered <= 0 || undefined}>
      {covered > 0 && <i className={classes.theirs} style={{ flexGrow: covered }} />}
      {covered > 0 && patient > 0 && <i className={classes.patients} style={{ flexGrow: patient }} />}
    </span>
  )
}

/**
 * Reasons that concern the whole sale are shown once below it. Percent and reference price are shown with the amount.
 */
function saidOnLine({ name, amount, uncovered }: LinePart): string[] {
  return uncovered.flatMap(({ reason }) =>
    isOfLine(reason, amount > 0) ? [`${uncoveredWords(reason)} (${name})`] : [],
  )
}

function isOfLine({ kind }: UncoveredReason, hasPaid: boolean): boolean {
  switch (kind) {
    case 'excluded':
    case 'not-listed':
    case 'ceiling':
      return true
    case 'above-reference':
      return !hasPaid
    case 'patient-part':
    case 'expired':
    case 'not-yet-valid':
      return false
  }
}
