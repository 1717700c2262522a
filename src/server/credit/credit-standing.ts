import type { Outgoing } from '#shared/contract/clients.ts'
import { creditAfter } from '#shared/domain/credit.ts'
import type { OutgoingAmounts } from '#server/credit/outgoing.repo.ts'

/**
 * What a client owes compared with the credit limit, in minor units, and the same with a new credit payment when one is
 * given.
 */
export function creditStanding(
  limit: number | null,
  { billed, unbilled }: OutgoingAmounts,
  payment: number | undefined,
): Outgoing {
  const { outgoing, after, left, excess } = creditAfter({ limit, billed, unbilled }, payment ?? 0)
  return {
    limit,
    billed,
    unbilled,
    total: outgoing,
    after: payment === undefined ? null : { total: after, left, excess },
  }
}
