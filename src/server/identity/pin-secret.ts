import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/base/config.ts'

/** The secret of the environment; the demo makes its own once and keeps it beside its data. */
export async function pinSecretOf(config: Pick<Config, 'pinSecret' | 'dataDirectory'>): Promise<string> {
  if (config.pinSecret) return config.pinSecret
  const path = join(config.dataDirectory, 'pin-secret')
  await mkdir(config.dataDirectory, { recursive: true })
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept) return kept
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // A link appears whole or not at all, and never in place of another: of two that start at once, one secret stays.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
