import { findState } from '#server/cash-registers/cash-register.repo.ts'
import { parcelAnswered } from '#server/cash-registers/close-register.ts'
import { issuesOfAct } from '#server/cash-registers/act-issues.ts'
import { placeOf, type KeptAct } from '#server/cash-registers/take-act.ts'
import { writeAct } from '#server/cash-registers/write-act.ts'
import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer, acceptedOf } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { isMember } from '#server/sales/reverse-sale.repo.ts'

/** What was done at a register comes back among its sales, as it happened: a closing counts again what was there before it, and waits again for what was not. */
export const registerActRestorer: Restorer<EntryOf<'register-act'>> = {
  name: ({ payload: { id } }) => ({ kind: 'register-act', id }),
  held: acceptedOf,
  restore: restoreAct,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    if (!accepted) return undefined
    const { payload, userId } = accepted.answer as KeptAct
    return { pharmacyId, userId, kind: 'register-act', payload, answer: { id }, at: accepted.at.toISOString() }
  },
}

async function restoreAct(
  tx: Tx,
  { pharmacyId, userId, payload, at, kind }: EntryOf<'register-act'>,
): Promise<Restored | { reason: string }> {
  const { sellerId, registerId } = placeOf(payload)
  if (!(await isMember(tx, pharmacyId, sellerId))) return { reason: `unknown member ${sellerId}` }
  const [issue] = await issuesOfAct(tx, pharmacyId, payload)
  if (issue) return { reason: `${issue.path} is ${issue.message}` }
  const state = (await findState(tx, pharmacyId, { registerId, parcelId: payload.id }))?.state
  if (payload.act === 'close' && state !== undefined && state !== 'OPEN')
    return { reason: `the register ${registerId} is closed` }
  if (payload.act === 'reopen' && (state === undefined || state === 'OPEN'))
    return { reason: `the register ${registerId} is not closed` }
  const now = new Date(at)
  await writeAct(tx, pharmacyId, payload, { now, usedRevoked: false })
  await restoreAccepted(tx, { pharmacyId, kind, payload, answer: { payload, userId } satisfies KeptAct, at })
  await parcelAnswered(tx, pharmacyId, { id: payload.id, refusal: null, now })
  return { kind: 'register-act', id: payload.id }
}
