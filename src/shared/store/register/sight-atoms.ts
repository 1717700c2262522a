import { atom } from 'jotai'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { shownRegisterAtom } from '#shared/store/register/register-atoms.ts'
import { endedSales } from '#shared/store/sales/ended-sales.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'

/** Whether the pharmacy counts blindly. The terminal stores the setting, so that it applies offline too. */
export const isBlindAtom = atom((get): boolean => get(terminalAtom)?.pharmacy?.settings.blindCount ?? true)

/**
 * The drawers open on this terminal whose amounts the member must not see until they are counted (decision 0054): those
 * that the member belongs to, and without the right to reports all. The server knows the same of its own data.
 */
export const withheldRegistersAtom = atom((get): ReadonlySet<string> => {
  const session = get(sessionAtom)
  if (!session || !get(isBlindAtom)) return new Set()
  const snapshot = get(snapshotAtom)
  const isMine = (id: string, holder: string): boolean =>
    holder === session.userId || endedSales(snapshot, id).some(({ sellerId }) => sellerId === session.userId)
  return new Set(
    snapshot.registers
      .filter(({ counts }) => (counts?.length ?? 0) === 0)
      .filter(({ id, userId }) => !session.permissions.includes('report.see') || isMine(id, userId))
      .map(({ id }) => id),
  )
})

/**
 * Whether the counter shows the expected amounts of the register on screen: only to members with the right and, in a
 * pharmacy that counts blindly, only after a count was recorded.
 */
export const showsExpectedAtom = atom((get): boolean => {
  const isAllowed = get(sessionAtom)?.permissions.includes('register.seeExpected') === true
  return isAllowed && (!get(isBlindAtom) || (get(shownRegisterAtom)?.counts?.length ?? 0) > 0)
})

/**
 * Whether the counter shows the turnover and the amounts of today's sales. Without the right to reports, they follow the
 * rule of a blind count: a member who adds them up knows the expected cash of the drawer. With it, they are hidden while
 * a drawer of the member is not counted.
 */
export const showsTakingsAtom = atom((get): boolean => {
  const permissions = get(sessionAtom)?.permissions ?? []
  if (!get(isBlindAtom)) return permissions.includes('report.see') || permissions.includes('register.seeExpected')
  return permissions.includes('report.see') && get(withheldRegistersAtom).size === 0
})
