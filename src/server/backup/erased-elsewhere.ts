import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erasedList, readErased } from '#server/backup/erasures.ts'
import { fetchErased } from '#server/backup/fetch-remote.ts'
import { openRemoteStore } from '#server/backup/remote-store.ts'
import type { RemotePlace } from '#server/base/remote-place.ts'
import type { Erased } from '#server/persons/erase-person.ts'

export type ErasedElsewhere = {
  /** The data directory of this computer. */
  dataDirectory: string
  /** The bucket of its settings; undefined: none, or the one that is restored. May throw a French sentence. */
  place: (() => RemotePlace) | undefined
  identity: string
}

/**
 * Who was erased, as the data directory of this computer and the bucket of its settings know: a stick that lay in a drawer
 * does not. `fault`: why the bucket was not read now.
 */
export async function erasedElsewhere({
  dataDirectory,
  place,
  identity,
}: ErasedElsewhere): Promise<{ erased: Erased[]; fault: string | null }> {
  const erased = await erasedList(dataDirectory).catch(() => [])
  if (!place) return { erased, fault: null }
  const folder = await mkdtemp(join(tmpdir(), 'officine-erased-'))
  try {
    await fetchErased(openRemoteStore(place()), folder)
    return { erased: [...erased, ...(await readErased(folder, identity)).erased], fault: null }
  } catch (error) {
    return { erased, fault: (error as Error).message }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
