import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

export type FileOutcome = { ok: true; bytes: Buffer } | { ok: false; reason: string }

/** What is too large for a line stands beside the journal in a file of its own, named by the SHA-256 of what it holds. */
export type JournalFiles = {
  /** Resolves once the bytes survive a power cut. Again with the same bytes it is the same file, whole even where the first one was damaged. */
  write(bytes: Uint8Array): Promise<void>
  /** `reason`: nobody can have these bytes back from here. */
  read(name: string): Promise<FileOutcome>
}

export function fileNameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function journalFiles(journalDirectory: string): JournalFiles {
  const directory = join(journalDirectory, 'files')
  return {
    async write(bytes) {
      const name = fileNameOf(bytes)
      await makeDirectory(directory, journalDirectory)
      // Renamed when it is whole: under its own name a file is never half written.
      const part = join(directory, `${name}.${process.pid}-${parts++}.part`)
      const handle = await open(part, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, join(directory, name))
      await syncDirectory(directory)
    },
    async read(name) {
      const bytes = await readFile(join(directory, name)).catch(
        (error: NodeJS.ErrnoException) => error.code ?? 'unreadable',
      )
      if (typeof bytes === 'string')
        return {
          ok: false,
          reason: bytes === 'ENOENT' ? `the file ${name} is missing` : `the file ${name} cannot be read: ${bytes}`,
        }
      return fileNameOf(bytes) === name ? { ok: true, bytes } : { ok: false, reason: `the file ${name} is damaged` }
    },
  }
}

let parts = 0

async function makeDirectory(directory: string, parent: string): Promise<void> {
  if (await mkdir(directory, { recursive: true })) await syncDirectory(parent)
}

/** A new file is only found after a cut when its directory was synced too. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
