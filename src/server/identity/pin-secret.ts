import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** The secret of the environment; the demo makes its own once and keeps it beside its data. */
export async function pinSecretOf(config: Pick<Config, 'pinSecret' | 'dataDirectory'>): Promise<string> {
  if (config.pinSecret) return config.pinSecret
  const path = join(config.dataDirectory, 'pin-secret')
  await mkdir(config.dataDirectory, { recursive: true })
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(path, 'utf8')
}
