import { readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod'

const Notes = z.object({ place: z.string(), since: z.iso.datetime(), storedUntil: z.iso.datetime().nullable() })

/** Until when the bucket `place` has everything, in a file: a shop that is closed at night knows it in the morning, without a network. */
export function openMirrorNotes(file: string, place: string) {
  let notes: z.infer<typeof Notes> | undefined
  const dateOf = (iso: string | null | undefined): Date | null => (iso ? new Date(iso) : null)
  const keep = (): Promise<void> => writeFile(file, JSON.stringify(notes), { mode: 0o600 })
  return {
    async read(now: Date): Promise<void> {
      const text = await readFile(file, 'utf8').catch(() => '')
      try {
        notes = Notes.parse(JSON.parse(text))
      } catch {
        notes = undefined
      }
      if (notes?.place === place) return
      notes = { place, since: now.toISOString(), storedUntil: null }
      await keep()
    },
    async write(storedUntil: Date): Promise<void> {
      if (!notes) return
      notes = { ...notes, storedUntil: storedUntil.toISOString() }
      await keep()
    },
    now: () => ({ since: dateOf(notes?.since), storedUntil: dateOf(notes?.storedUntil) }),
  }
}
