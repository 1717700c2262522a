import { tightestCeiling, type Ceiling, type CeilingLeft } from '#shared/domain/coverage/coverage.ts'
import { lapseOn, type Lapse, type Validity } from '#shared/domain/coverage/validity.ts'
import { daysBetween } from '#shared/domain/dates.ts'

/**
 * `daysLeft`: 0 when today is the last day, null without an end. `ceilingLeft`: the tightest ceiling, null without any.
 */
export type PolicyState =
  | Lapse
  | { kind: 'exhausted'; daysLeft: number | null; ceilingLeft: CeilingLeft }
  | { kind: 'expiring'; daysLeft: number; ceilingLeft: CeilingLeft | null }
  | { kind: 'valid'; daysLeft: number | null; ceilingLeft: CeilingLeft | null }

/**
 * State of a policy today, before a sale; `expiring` in its last `expiringDays` days. The most restrictive state wins.
 */
export function policyState(
  validity: Validity,
  ceilings: readonly Ceiling[],
  today: string,
  expiringDays = 30,
): PolicyState {
  const lapse = lapseOn(today, validity)
  if (lapse) return lapse
  const daysLeft = validity.validUntil === null ? null : daysBetween(today, validity.validUntil)
  const ceilingLeft = tightestCeiling(ceilings)
  if (ceilingLeft?.left === 0) return { kind: 'exhausted', daysLeft, ceilingLeft }
  return daysLeft !== null && daysLeft <= expiringDays
    ? { kind: 'expiring', daysLeft, ceilingLeft }
    : { kind: 'valid', daysLeft, ceilingLeft }
}
