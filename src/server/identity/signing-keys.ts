import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { AppError } from '#shared/domain/errors.ts'

const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** In ms. Google changes its keys after days and announces a new one hours before. */
const freshMs = 60 * 60_000
/** In ms. Least time between two attempts to fetch, so that forged key ids cause no requests. */
const restMs = 30_000
const fetchMs = 5_000

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })).min(1) })
export type FetchKeys = () => Promise<unknown>
type Kept = { set: JSONWebKeySet; fetchedAt: number }

/**
 * The public keys that verify identity tokens. They are stored in `directory` (undefined: in memory only), so that a
 * server without Internet still verifies tokens, also after a restart. Old keys stay in use until newer keys can be
 * fetched. Throws `auth:keysUnreachable` if no keys were ever fetched.
 */
export function signingKeys({
  directory,
  fetchKeys = fetchFromGoogle,
  now = Date.now,
}: {
  directory: string | undefined
  fetchKeys?: FetchKeys
  now?: () => number
}): JWTVerifyGetKey {
  const file = directory && join(directory, 'signing-keys.json')
  let kept: Kept | null = null
  let isRead = false
  let askedAt = -Infinity
  let underWay: Promise<void> | null = null

  const refresh = async (): Promise<void> => {
    const set = keySet(await fetchKeys())
    if (!set) return
    kept = { set, fetchedAt: now() }
    // A failed write to the disk must not prevent a sign-in.
    if (file) await replaceFile(directory, file, JSON.stringify(kept)).catch(() => undefined)
  }
  const refreshOnce = (): Promise<void> => {
    if (underWay) return underWay
    if (now() - askedAt < restMs) return Promise.resolve()
    askedAt = now()
    underWay = refresh()
      .catch(() => undefined)
      .finally(() => (underWay = null))
    return underWay
  }

  return async (header, token) => {
    if (!isRead) {
      kept = file ? await readKept(file) : null
      isRead = true
    }
    const isKnown = kept?.set.keys.some(({ kid }) => kid === header?.kid) ?? false
    if (!isKnown) await refreshOnce()
    // While the known key fits, newer keys are fetched in the background: without Internet, each attempt takes seconds.
    else if (kept && now() - kept.fetchedAt > freshMs) void refreshOnce()
    if (!kept) throw new AppError('auth:keysUnreachable')
    return createLocalJWKSet(kept.set)(header, token)
  }
}

async function fetchFromGoogle(): Promise<unknown> {
  const answer = await fetch(googleKeys, { signal: AbortSignal.timeout(fetchMs) })
  if (!answer.ok) throw new Error(`the signing keys answered ${answer.status}`)
  return answer.json()
}

/** Null for anything but a set of keys, as a portal or a damaged file may answer. */
function keySet(content: unknown): JSONWebKeySet | null {
  const read = Keys.safeParse(content)
  return read.success ? (read.data as JSONWebKeySet) : null
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    const content = z
      .object({ set: z.unknown(), fetchedAt: z.number() })
      .parse(JSON.parse(await readFile(file, 'utf8')))
    const set = keySet(content.set)
    return set && { set, fetchedAt: content.fetchedAt }
  } catch {
    return null
  }
}

/** Written beside and renamed: a power cut leaves the former file or the new one. */
async function replaceFile(directory: string | undefined, file: string, content: string): Promise<void> {
  if (directory) await mkdir(directory, { recursive: true })
  await writeFile(`${file}.new`, content, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
