import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { keyNames } from '#server/base/kept-secrets.ts'
import { openRounds } from '#server/base/rounds.ts'
import { askOnce } from '#server/standby/channel.ts'
import { keepFile, type Following } from '#server/standby/kept-pairing.ts'

/** The login of a cluster that runs does not change under it. */
const atPairing = 'postgresql/password'
const Answer = z.object({ keys: z.record(z.string(), z.string()) })
const firstMs = 5_000
const roundMs = 600_000

/** Writes what lies beside the database of the first computer: the files that are known by name, each whole or not at all. */
export async function keepKeys(dataDirectory: string, keys: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(keys)) {
    if (!keyNames.has(name)) continue
    const path = join(dataDirectory, name)
    if ((await readFile(path, 'utf8').catch(() => undefined)) !== content) await keepFile(path, content)
  }
}

/** Asks the first computer for them: it may have made or changed some since the pairing. Throws when it does not answer. */
export async function fetchKeys(
  { of, id, key }: Pick<Following, 'of' | 'id' | 'key'>,
  dataDirectory: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await askOnce(of, { identity: id, psk: Buffer.from(key, 'hex') }, { do: 'keys' }, signal)
  const keys = Object.entries(Answer.parse(answer).keys).filter(([name]) => name !== atPairing)
  await keepKeys(dataDirectory, Object.fromEntries(keys))
}

/**
 * Asks now, for some seconds at most, and every ten minutes until `stop`. The first one may be off, or older than this question:
 * what came before serves then.
 */
export async function followKeys(
  following: Pick<Following, 'of' | 'id' | 'key'>,
  dataDirectory: string,
): Promise<{ stop(): Promise<void> }> {
  const rounds = openRounds((signal) => fetchKeys(following, dataDirectory, signal), {
    firstMs: roundMs,
    roundMs,
    onError: () => undefined,
  })
  await fetchKeys(following, dataDirectory, AbortSignal.timeout(firstMs)).catch(() => undefined)
  rounds.start()
  return rounds
}
