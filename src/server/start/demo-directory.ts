import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The moment the demo was first filled. Kept outside the database: thrown away, the database is filled again as it was, under the same
 * ids, and the sales that terminals give back find their lots.
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

/** Forgets the demo: its database and moment. The secrets and the sign-in accounts stay, so that a till stays signed in. */
export async function forgetDemo(dataDirectory: string): Promise<void> {
  for (const name of ['postgresql', 'demo.json']) await rm(join(dataDirectory, name), { recursive: true, force: true })
}

/** The data of a former version of Officine, which kept it with PGlite; undefined where there is none. It is never touched. */
export async function formerDemo(dataDirectory: string): Promise<string | undefined> {
  const directory = join(dataDirectory, 'pglite')
  return stat(directory).then(
    () => directory,
    () => undefined,
  )
}
