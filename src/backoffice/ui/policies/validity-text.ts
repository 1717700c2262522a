import type { Validity } from '#shared/domain/coverage/validity.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'

/** « du 01/01/2026 au 31/12/2026 », « sans date de fin ». */
export function validityText({ validFrom, validUntil }: Validity): string {
  if (validFrom && validUntil) return `du ${formatShortDay(validFrom)} au ${formatShortDay(validUntil)}`
  if (validUntil) return `jusqu’au ${formatShortDay(validUntil)}`
  return validFrom ? `depuis le ${formatShortDay(validFrom)}` : 'sans date de fin'
}
