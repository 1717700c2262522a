import { atom } from 'jotai'
import type { PharmacySettings } from '#shared/contract/users.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { shownRegisterAtom } from '#shared/store/register/register-atoms.ts'

/**
 * Whether the pharmacy counts blindly. The terminal keeps the setting, so that it holds offline; settings of an earlier
 * version count blindly.
 */
const isBlindAtom = atom((get): boolean => {
  const settings: Partial<PharmacySettings> | undefined = get(terminalAtom)?.pharmacy?.settings
  return settings?.blindCount ?? true
})

/**
 * Whether the counter shows what the register on screen must hold: to members with the right, and in a pharmacy that
 * counts blindly only once a count was put down.
 */
export const showsExpectedAtom = atom((get): boolean => {
  const isAllowed = get(sessionAtom)?.permissions.includes('register.seeExpected') === true
  return isAllowed && (!get(isBlindAtom) || (get(shownRegisterAtom)?.counts?.length ?? 0) > 0)
})

/**
 * Whether the counter shows the amounts of today's sales: who reads them all can add up what his drawer must hold.
 * Reports are a right of their own.
 */
export const showsTakingsAtom = atom((get): boolean => {
  const permissions = get(sessionAtom)?.permissions ?? []
  return permissions.includes('report.see') || (permissions.includes('register.seeExpected') && !get(isBlindAtom))
})
