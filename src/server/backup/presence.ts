import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** The medium is not there: unplugged, or its folder is only the empty place where it is mounted. */
export class MediumAway extends Error {}

const Seen = z.object({
  /** The medium is a folder of the same disk as the data. */
  isOwnDisk: z.boolean(),
  awaySince: z.iso.datetime().nullable(),
})

/**
 * Whether the medium is there. The folder of a stick that was unplugged may remain, empty, on the disk of the data:
 * what was another disk once never becomes that one. Both facts are kept beside the data, for the next start.
 */
export function openPresence({
  directory,
  dataDirectory,
  now,
  say,
}: {
  directory: string
  dataDirectory: string
  now: () => Date
  /** Is told once that the medium is on the disk of the data. */
  say?: (sentence: string) => void
}) {
  let isSaid = false
  const file = join(dataDirectory, 'backup-medium.json')
  const read = async (): Promise<z.infer<typeof Seen> | undefined> => {
    const text = await readFile(file, 'utf8').catch(() => '')
    try {
      return Seen.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }
  const note = async (seen: z.infer<typeof Seen>): Promise<void> => {
    const before = await read()
    if (before?.isOwnDisk !== seen.isOwnDisk || (before.awaySince === null) !== (seen.awaySince === null))
      await writeFile(file, JSON.stringify(seen))
  }
  return {
    /** Throws `MediumAway`. */
    async require(): Promise<void> {
      const [medium, data] = await Promise.all([stat(directory).catch(() => undefined), stat(dataDirectory)])
      const before = await read()
      const isOwnDisk = medium?.dev === data.dev
      if (medium?.isDirectory() && !(isOwnDisk && before?.isOwnDisk === false)) {
        if (isOwnDisk && !isSaid)
          say?.(`BACKUP_DIRECTORY ${directory} est sur le même disque que les données : est-ce bien le support ?`)
        isSaid = isOwnDisk
        return note({ isOwnDisk, awaySince: null })
      }
      await note({ isOwnDisk: before?.isOwnDisk ?? true, awaySince: now().toISOString() })
      throw new MediumAway(`${directory} is away`)
    },
    /** Whether the medium is there as a folder of the disk that has the data. */
    async isOwnDisk(): Promise<boolean> {
      const seen = await read()
      return seen?.isOwnDisk === true && seen.awaySince === null
    },
    async awaySince(): Promise<Date | null> {
      const since = (await read())?.awaySince
      return since ? new Date(since) : null
    },
  }
}
