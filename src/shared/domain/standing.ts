/** The account whose token carried a parcel. `unlockId` null: the terminal's own account, which typed no PIN. */
export type Sender = { userId: string; unlockId: string | null }

/**
 * What shows that the member named in a parcel made it:
 * - `live`: his own token carries it;
 * - `late`: the terminal carries it, with a session that the server gave to this member;
 * - `unknown-session`: the terminal carries it, and the server gave him no such session;
 * - `other-sender`: the token of another member carries it, whatever session it names.
 */
export type Standing = 'live' | 'late' | 'unknown-session' | 'other-sender'

/** `isHisSession`: the server gave the session named in the parcel to the member named in it. */
export function standingOf(sender: Sender, sellerId: string, isHisSession: boolean): Standing {
  if (sender.unlockId !== null) return sender.userId === sellerId ? 'live' : 'other-sender'
  return isHisSession ? 'late' : 'unknown-session'
}

/** Whether something shows that the member named in the parcel made it. */
export function isProven(standing: Standing): boolean {
  return standing === 'live' || standing === 'late'
}
