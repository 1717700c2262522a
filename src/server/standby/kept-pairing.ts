import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'

/** What the first computer keeps of the second one. `key`: 64 hexadecimal digits. */
const Pairing = z.object({
  id: z.string(),
  key: z.string(),
  /** The name of the second computer. */
  name: z.string(),
  pairedAt: z.iso.datetime(),
  /** When it last followed. */
  seenAt: z.iso.datetime().nullable(),
})
export type Pairing = z.infer<typeof Pairing>

/**
 * What the second computer keeps. `promoting`: a person has decided that it takes over, and the database may or may not
 * know it yet. `promoted`: it is the shop's server, and tells the former one.
 */
const Following = z.object({
  state: z.enum(['following', 'promoting', 'promoted']),
  of: z.object({ host: z.string(), port: z.int() }),
  id: z.string(),
  key: z.string(),
  /** Everything that was committed until then is here, as far as this computer last knew. */
  holdsUntil: z.iso.datetime().nullable(),
  /** Who decided it. */
  takenOverBy: z.string().nullable(),
})
export type Following = z.infer<typeof Following>

const [pairingFile, followingFile] = ['standby-pairing.json', 'standby.json']

export function readPairing(dataDirectory: string): Promise<Pairing | undefined> {
  return readKept(join(dataDirectory, pairingFile), Pairing)
}

export function writePairing(dataDirectory: string, pairing: Pairing): Promise<void> {
  return keepFile(join(dataDirectory, pairingFile), JSON.stringify(pairing))
}

export function forgetPairing(dataDirectory: string): Promise<void> {
  return rm(join(dataDirectory, pairingFile), { force: true })
}

/** Undefined: this data directory is that of a first computer. */
export function readFollowing(dataDirectory: string): Promise<Following | undefined> {
  return readKept(join(dataDirectory, followingFile), Following)
}

export function writeFollowing(dataDirectory: string, following: Following): Promise<void> {
  return keepFile(join(dataDirectory, followingFile), JSON.stringify(following))
}

async function readKept<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}

/**
 * Writes a file whole or not at all, also when the power fails. A command under « sudo » may write it: it belongs to the account
 * that has the folder, under which the service reads it.
 */
export async function keepFile(file: string, content: string): Promise<void> {
  const draft = `${file}.part`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  const { uid, gid } = await stat(dirname(file))
  if (process.getuid?.() === 0 && uid !== 0) await chown(draft, uid, gid)
  await rename(draft, file)
}
