/** Why the server ended a session: the next unlock of the terminal is `switch`. */
export type SessionEnd = 'lock' | 'switch' | 'pin' | 'deactivation' | 'age'

/** Longer than the longest day of a pharmacy; a session that was never locked does not live into the next day. */
export const longestSessionHours = 16

/** Whether a session that began with the unlock `at` is over. `endedAt`: when the server ended it, null: it did not. */
export function isSessionOver({ at, endedAt }: { at: Date; endedAt: Date | null }, now: Date): boolean {
  return endedAt !== null || now.getTime() - at.getTime() >= longestSessionHours * 3_600_000
}
