import { localDayOf } from '#shared/domain/dates.ts'
import { fiscalProfile, type FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'

/** In ms: the clock of the platform and ours may differ. */
const clocksMs = 3_600_000

/** A code typed from the portal as the platform writes it, or why it is none of its codes. */
export function readPortalCode(
  platform: FiscalPlatform,
  typed: string,
): { ok: true; code: string } | { ok: false; text: string } {
  const { pattern, dashes, words } = fiscalProfile(platform).code
  const bare = bareCode(typed)
  if (!pattern.test(bare)) return { ok: false, text: words }
  return { ok: true, code: dashes ? bare.match(/.{1,4}/g)!.join('-') : bare }
}

/** A code without what people type between its parts: two equal ones are the code of one document. */
export function bareCode(typed: string): string {
  return typed.replaceAll(/[\s.–-]/g, '').toUpperCase()
}

/** Why an hour typed from the portal, « 29/11/2026 10:00:07 », cannot be that of a document; null when it can. */
export function portalHourFault(
  typed: string,
  { soldAt, now, timeZone }: { soldAt: Date; now: Date; timeZone: string },
): string | null {
  const [, day, month, year, hour] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(typed.trim()) ?? []
  const reading = `${year}-${month}-${day}T${hour}`
  const wall = new Date(`${reading}.000Z`)
  if (Number.isNaN(wall.getTime()) || wall.toISOString() !== `${reading}.000Z`) return 'Écrivez jj/mm/aaaa hh:mm:ss.'
  const readOn = `${year}-${month}-${day}`
  if (readOn < localDayOf(new Date(soldAt.getTime() - clocksMs), timeZone)) return 'Cette heure est avant la vente.'
  if (readOn > localDayOf(new Date(now.getTime() + clocksMs), timeZone)) return 'Cette heure est dans le futur.'
  return null
}
