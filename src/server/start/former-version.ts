import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'

/** The way back from an update: the data as they were at the switch, and the program that made them. */
const FormerVersion = z.object({
  /** When the former version stopped: what was sold after is not in its data. */
  at: z.iso.datetime(),
  version: z.string(),
  app: z.string(),
  node: z.string(),
})
export type FormerVersion = z.infer<typeof FormerVersion>

/** How long an update can be taken back. */
export const wayBackDays = 7
const dayMs = 86_400_000

/** Where the data of the former version are kept: a folder of a cluster, beside the one that runs. */
export function formerFolder(dataDirectory: string): string {
  return join(resolve(dataDirectory), 'former')
}

const noteOf = (dataDirectory: string): string => join(formerFolder(dataDirectory), 'version.json')

/** Null: there was no update, or its data are gone. */
export async function readFormer(dataDirectory: string): Promise<FormerVersion | null> {
  const text = await readFile(noteOf(dataDirectory), 'utf8').catch(() => undefined)
  return text === undefined ? null : FormerVersion.parse(JSON.parse(text))
}

/** The note comes last: without it the kept data count for nothing. */
export async function writeFormer(dataDirectory: string, former: FormerVersion): Promise<void> {
  const note = noteOf(dataDirectory)
  await writeFile(`${note}.new`, JSON.stringify(former), { mode: 0o600 })
  await rename(`${note}.new`, note)
}

export async function removeFormer(dataDirectory: string): Promise<void> {
  await rm(noteOf(dataDirectory), { force: true })
  await rm(formerFolder(dataDirectory), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

export function isWayBackOver({ at }: FormerVersion, now: Date): boolean {
  return now.getTime() - Date.parse(at) > wayBackDays * dayMs
}

/** Removes the data of the former version when nobody goes back any more. */
export async function tidyFormer(dataDirectory: string, now: Date): Promise<void> {
  const former = await readFormer(dataDirectory)
  if (former && isWayBackOver(former, now)) await removeFormer(dataDirectory)
}
