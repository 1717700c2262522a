/**
 * The account of the token that a parcel was sent with. `unlockId` null: the account of the terminal itself, without a
 * PIN. `confirms`: a member with the right to confirms that the member named in the parcel made it.
 */
export type Sender = { userId: string; unlockId: string | null; confirms?: true }

/**
 * Proof that the member named in a parcel made it:
 * - `live`: the token of this member sent the parcel;
 * - `late`: a terminal account sent it, with a session that the server gave to this member;
 * - `confirmed`: without another proof, and a member with the right to confirms it;
 * - `unknown-session`: a terminal account sent it, without such a session;
 * - `other-sender`: the token of another member sent it, with any session.
 */
export type Standing = 'live' | 'late' | 'confirmed' | 'unknown-session' | 'other-sender'

/** `isHisSession`: the server gave the session named in the parcel to the member named in it. */
export function standingOf(sender: Sender, sellerId: string, isHisSession: boolean): Standing {
  if (sender.confirms) return 'confirmed'
  if (sender.unlockId !== null) return sender.userId === sellerId ? 'live' : 'other-sender'
  return isHisSession ? 'late' : 'unknown-session'
}

/** Whether it is proven that the member named in the parcel made it. */
export function isProven(standing: Standing): boolean {
  return standing === 'live' || standing === 'late' || standing === 'confirmed'
}
