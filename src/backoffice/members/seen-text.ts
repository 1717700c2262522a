import type { User } from '#shared/contract/users.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'

/** « Vu le 12/03/2026 à 08:15, poste K7QF » */
export function seenText({ lastSeen }: Pick<User, 'lastSeen'>): string {
  if (lastSeen === null) return 'Jamais vu'
  return `Vu le ${formatShortDay(lastSeen.at)} à ${formatHour(lastSeen.at)}, poste ${lastSeen.terminalCode}`
}
