import { useAtomValue } from 'jotai'
import type { ShownPolicy } from '#kiosk/counter/coverage/policies.ts'
import { PolicyTag } from '#kiosk/counter/coverage/policy-tag.tsx'
import { ceilingWords } from '#shared/domain/coverage/coverage-words.ts'
import type { Ceiling } from '#shared/domain/coverage/coverage.ts'
import type { PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import { displayName } from '#shared/domain/person.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from './clients.module.css'

interface PolicyCardProps {
  shown: ShownPolicy
  /** The position of this policy if there are several. */
  order: number | undefined
  today: string
}

/** One policy and its state: who pays how much, until when, and what is left of it. */
export function PolicyCard({ shown, order, today }: PolicyCardProps) {
  const { policy, known } = shown
  const holder = useAtomValue(personsAtom).get(policy.holderId ?? '')
  const under = known && [known.contract.label, known.contract.ownerName].filter(Boolean).join(' · ')
  return (
    <li className={classes.policy}>
      <div className={classes.policyHead}>
        <b>
          {order && `${order}. `}
          {known ? known.payer.name : `Police ${policy.number}`}
        </b>
        {known && <span className={classes.percent}>{formatPercent(known.payer.percent)}</span>}
        <PolicyTag policy={shown} />
      </div>
      {under && <span>{under}</span>}
      <span>
        {known && `N° ${policy.number}`}
        {policy.holderId && ` · ayant droit de ${holder ? displayName(holder) : 'un autre assuré'}`}
      </span>
      {shown.state ? <Term state={shown.state} today={today} /> : <span>Rien n’est pris en charge.</span>}
      {known && known.payer.ceilings.length > 0 && (
        <ul className={classes.ceilings}>
          {known.payer.ceilings.map((ceiling) => (
            <CeilingLeft key={`${ceiling.scope} ${ceiling.period}`} ceiling={ceiling} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** « Expirée depuis 3 jours, le 18/11/2026 ». */
function Term({ state, today }: { state: PolicyState; today: string }) {
  switch (state.kind) {
    case 'expired':
      return (
        <span>{`Expirée depuis ${plural(daysBetween(state.since, today), 'jour')}, le ${formatShortDay(state.since)}`}</span>
      )
    case 'not-yet-valid':
      return <span>Valable à partir du {formatShortDay(state.from)}</span>
    case 'expiring':
    case 'valid':
    case 'exhausted':
      return state.daysLeft === null ? null : <span>Jusqu’au {formatShortDay(addDays(today, state.daysLeft))}</span>
  }
}

function CeilingLeft({ ceiling }: { ceiling: Ceiling }) {
  const left = Math.max(0, ceiling.limit - ceiling.used)
  return (
    <li data-reached={left === 0 || undefined}>
      {ceilingWords(ceiling)}
      {'\u00a0'}: il reste{' '}
      <b>
        <Money amount={left} unit />
      </b>{' '}
      sur <Money amount={ceiling.limit} />
    </li>
  )
}
