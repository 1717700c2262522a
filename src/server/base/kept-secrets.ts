import { randomBytes, randomUUID } from 'node:crypto'
import { chown, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Config } from '#server/base/config.ts'
import { openSecrets, type Secrets } from '#server/base/secrets.ts'

type Given = Pick<Config, 'dataDirectory'>

/**
 * The secret of PINs: that of the computer whose backup was restored here, or from the environment. The demo generates
 * one once and stores it beside its data.
 */
export async function pinSecretOf(config: Given & Pick<Config, 'pinSecret'>): Promise<string> {
  return (await restoredSecrets(config)).pinSecret ?? config.pinSecret ?? generated(config, 'pin-secret')
}

/**
 * The keys of sealed texts, from the environment or, for the demo, generated likewise; those of the computer whose backup
 * was restored here open what it sealed.
 */
export async function secretsOf(config: Given & Pick<Config, 'secretsKeys'>): Promise<Secrets> {
  const own = config.secretsKeys.length > 0 ? config.secretsKeys : [await generated(config, 'secrets-key')]
  return openSecrets([...new Set([...own, ...(await restoredSecrets(config)).secretsKeys])])
}

/** What the environment of the restored computer said: `restored.env`, which the restore writes. */
async function restoredSecrets({
  dataDirectory,
}: Given): Promise<{ pinSecret: string | undefined; secretsKeys: string[] }> {
  const text = await readFile(join(dataDirectory, 'restored.env'), 'utf8').catch(() => '')
  const { PIN_SECRET, SECRETS_KEY, FORMER_SECRETS_KEYS } = parseEnv(text)
  return {
    pinSecret: PIN_SECRET,
    secretsKeys: [SECRETS_KEY, ...(FORMER_SECRETS_KEYS ?? '').split(',')].flatMap((key) => key || []),
  }
}

/** Files of the data directory that are lost with the computer although they lie outside the database. */
const filesBesideDatabase = [
  'pin-secret',
  'secrets-key',
  'signing-keys.json',
  'demo.json',
  'postgresql/password',
  'erased-persons.json',
  'shop-authority.pem',
] as const
/** Every name that such a file has where it is written again: those, the secrets of the environment and the recovery key. */
export const keyNames: ReadonlySet<string> = new Set([...filesBesideDatabase, 'restored.env', 'backup-identity'])

/**
 * What is lost with the computer although it lies outside the database, by the name of its file in the data directory. A
 * restore writes these files again. Secrets of the environment are in `restored.env`, where the server finds them.
 */
export async function keysBesideDatabase(
  config: Given & Pick<Config, 'pinSecret' | 'secretsKeys'>,
): Promise<Record<string, string>> {
  const found = await Promise.all(
    filesBesideDatabase.map(async (name): Promise<[string, string][]> => {
      const content = await readFile(join(config.dataDirectory, name), 'utf8').catch(() => undefined)
      return content === undefined ? [] : [[name, content]]
    }),
  )
  const restored = await restoredSecrets(config)
  const [current, ...former] = new Set([...config.secretsKeys, ...restored.secretsKeys])
  const pinSecret = restored.pinSecret ?? config.pinSecret
  const environment = [
    ...(pinSecret ? [`PIN_SECRET=${pinSecret}`] : []),
    ...(current ? [`SECRETS_KEY=${current}`] : []),
    ...(former.length > 0 ? [`FORMER_SECRETS_KEYS=${former.join(',')}`] : []),
  ]
  return {
    ...Object.fromEntries(found.flat()),
    ...(environment.length > 0 ? { 'restored.env': `${environment.join('\n')}\n` } : {}),
  }
}

/** 64 hexadecimal digits, drawn once. */
function generated({ dataDirectory }: Given, name: string): Promise<string> {
  return keptOnce(dataDirectory, name, () => Promise.resolve(randomBytes(32).toString('hex')))
}

/** The content of a file of the data directory, made when there is none; the same for processes that start at once. */
export async function keptOnce(dataDirectory: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(dataDirectory, name)
  await mkdir(dataDirectory, { recursive: true })
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept) return kept
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, await make(), { mode: 0o600 })
  // A command under « sudo » may be the first: the service reads it under the account that has the folder.
  const { uid, gid } = await stat(dataDirectory)
  if (process.getuid?.() === 0 && uid !== 0) await chown(draft, uid, gid)
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
