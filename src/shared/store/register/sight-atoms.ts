import { atom } from 'jotai'
import type { PharmacySettings } from '#shared/contract/users.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { shownRegisterAtom } from '#shared/store/register/register-atoms.ts'

/**
 * Whether the pharmacy counts blindly. The terminal stores the setting, so that it applies offline too. Settings stored
 * by an earlier version lack it: then the pharmacy counts blindly.
 */
const isBlindAtom = atom((get): boolean => {
  const settings: Partial<PharmacySettings> | undefined = get(terminalAtom)?.pharmacy?.settings
  return settings?.blindCount ?? true
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
 * Whether the counter shows the amounts of today's sales. Without the right to reports, they follow the rule of a blind
 * count: a member who adds them up knows the expected cash of the drawer.
 */
export const showsTakingsAtom = atom((get): boolean => {
  const permissions = get(sessionAtom)?.permissions ?? []
  return permissions.includes('report.see') || (permissions.includes('register.seeExpected') && !get(isBlindAtom))
})
