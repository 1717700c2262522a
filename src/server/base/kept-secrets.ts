import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/base/config.ts'
import { openSecrets, type Secrets } from '#server/base/secrets.ts'

type Given = Pick<Config, 'dataDirectory'>

/** The secret of PINs from the environment. The demo generates one once and stores it beside its data. */
export async function pinSecretOf(config: Given & Pick<Config, 'pinSecret'>): Promise<string> {
  return config.pinSecret ?? generated(config, 'pin-secret')
}

/** The keys of sealed texts, from the environment or, for the demo, generated likewise. */
export async function secretsOf(config: Given & Pick<Config, 'secretsKeys'>): Promise<Secrets> {
  return openSecrets(config.secretsKeys.length > 0 ? config.secretsKeys : [await generated(config, 'secrets-key')])
}

/** 64 hexadecimal digits, drawn once. */
async function generated({ dataDirectory }: Given, name: string): Promise<string> {
  const path = join(dataDirectory, name)
  await mkdir(dataDirectory, { recursive: true })
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
