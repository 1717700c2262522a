import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/base/config.ts'

/** The secret from the environment. The demo generates one once and stores it beside its data. */
export async function pinSecretOf(config: Pick<Config, 'pinSecret' | 'dataDirectory'>): Promise<string> {
  if (config.pinSecret) return config.pinSecret
  const path = join(config.dataDirectory, 'pin-secret')
  await mkdir(config.dataDirectory, { recursive: true })
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept) return kept
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // `link` is atomic and never replaces a file: when two processes start at once, one secret remains.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
