import type { User } from '#shared/contract/users.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'

/** « 12/03/2026 à 08:15, poste K7QF »; null: never. */
export function seenText({ lastSeen }: Pick<User, 'lastSeen'>): string | null {
  return lastSeen && `${formatShortDay(lastSeen.at)} à ${formatHour(lastSeen.at)}, poste ${lastSeen.terminalCode}`
}
