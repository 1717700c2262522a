import * as z from 'zod'
import { NewCount } from '#shared/contract/inventory-counting.ts'

/** What a phone keeps: its link, until it ends, and the counts that the server does not have. */
const Kept = z.object({
  token: z.string(),
  counts: z.array(z.object({ count: NewCount, refusal: z.string().nullable() })),
})
export type PhoneKept = z.infer<typeof Kept>

const keyOf = (inventoryId: string) => `officine:comptage:${inventoryId}`

/** Reads the link from the address, or the one kept before; the address then no longer shows the secret. */
export function openPhone(inventoryId: string): PhoneKept | null {
  const kept = readPhone(inventoryId)
  const token = location.hash.slice(1)
  if (token === '') return kept
  history.replaceState(history.state, '', location.pathname)
  const opened = { token, counts: kept?.counts ?? [] }
  try {
    keepPhone(inventoryId, opened)
  } catch {
    // A full phone: the link lasts until the page closes, and each count says that it is not stored.
  }
  return opened
}

/** Null when nothing is kept, or it cannot be read. */
export function readPhone(inventoryId: string): PhoneKept | null {
  try {
    return Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(inventoryId)) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Written before the next gesture: a phone whose battery dies loses no count. Throws when the phone is full. */
export function keepPhone(inventoryId: string, kept: PhoneKept): void {
  localStorage.setItem(keyOf(inventoryId), JSON.stringify(kept))
}
