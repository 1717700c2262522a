import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The instant at which the demo was first filled. Stored outside the database: a deleted database is filled again with
 * the same content and ids, so that sales which terminals send again find their lots.
 */
export async function demoSeededAt(dataDirectory: string, now: Date): Promise<Date> {
  const file = join(dataDirectory, 'demo.json')
  const kept = await readFile(file, 'utf8').then(
    (text) => new Date((JSON.parse(text) as { seededAt: string }).seededAt),
    () => undefined,
  )
  if (kept && !Number.isNaN(kept.getTime())) return kept
  await mkdir(dataDirectory, { recursive: true })
  await writeFile(file, JSON.stringify({ seededAt: now.toISOString() }))
  return now
}

/**
 * Deletes the demo: its database and its instant. Secrets and sign-in accounts stay, so that a till stays signed in.
 */
export async function forgetDemo(dataDirectory: string): Promise<void> {
  for (const name of ['postgresql', 'demo.json']) await rm(join(dataDirectory, name), { recursive: true, force: true })
}

/**
 * The data directory of an earlier version of Officine, which used PGlite; undefined when there is none. It is never
 * changed.
 */
export async function formerDemo(dataDirectory: string): Promise<string | undefined> {
  const directory = join(dataDirectory, 'pglite')
  return stat(directory).then(
    () => directory,
    () => undefined,
  )
}
