import type { Database } from '#server/db/database.ts'
import { writeContact } from '#server/identity/contact.repo.ts'

/** In ms. More often would write a row for each call of a till. */
const restMs = 5 * 60_000
const mostKnown = 10_000
const isVersion = /^[\w.+-]{1,40}$/

/** Notes that a window of a pharmacy called. It never fails and is never waited for: a call must not depend on it. */
export type NoteContact = (pharmacyId: string, version: string | undefined, now: Date) => void

export function openContacts(database: Pick<Database, 'read'>, onError: (error: unknown) => void): NoteContact {
  const notedAt = new Map<string, number>()
  return (pharmacyId, version, now) => {
    if (!version || !isVersion.test(version)) return
    const key = `${pharmacyId} ${version}`
    if (Math.abs(now.getTime() - (notedAt.get(key) ?? -Infinity)) < restMs) return
    if (notedAt.size >= mostKnown) notedAt.clear()
    notedAt.set(key, now.getTime())
    database.read(pharmacyId, (tx) => writeContact(tx, pharmacyId, version, now)).catch(onError)
  }
}
