import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { RemotePlace } from '#server/base/remote-place.ts'

/** An object of the bucket, by its key without the prefix. */
export type RemoteObject = { key: string; bytes: number; at: Date }

export type RemoteStore = {
  /** Every object below the prefix. */
  list(signal?: AbortSignal): Promise<RemoteObject[]>
  put(key: string, content: Buffer, signal?: AbortSignal): Promise<void>
  get(key: string, signal?: AbortSignal): Promise<Buffer>
  /** False: the key may not remove anything, which is how a bucket that only grows is set up. */
  remove(key: string, signal?: AbortSignal): Promise<boolean>
}

/** Why the store did not do what was asked, in French. `isDown`: the network or the store is away, which is usual. */
export class RemoteFault extends Error {
  readonly isDown: boolean

  constructor(message: string, { isDown = false, cause }: { isDown?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isDown = isDown
  }
}

/** Bytes a second of the slowest line on which a request still ends. */
const slowest = 8_000
/** In ms: for the answer itself. */
const answerMs = 30_000

/** Speaks to a bucket of an S3-compatible store; nothing is sent before a call. Every call throws `RemoteFault`. */
export function openRemoteStore({ endpoint, bucket, prefix, region, keyId, secret }: RemotePlace): RemoteStore {
  // It is asked again by who knows what has changed meanwhile.
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    { body, expected = 0, signal }: { body?: Buffer; expected?: number; signal?: AbortSignal | undefined },
  ): Promise<Response> => {
    const limit = AbortSignal.timeout(answerMs + Math.ceil((1000 * Math.max(expected, body?.length ?? 0)) / slowest))
    try {
      return await client.fetch(`${endpoint}/${bucket}${path}`, {
        method,
        redirect: 'manual',
        // The hash is signed: what arrives is what was sent, also without TLS.
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        ...(body && { body: new Uint8Array(body) }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
    } catch (error) {
      throw new RemoteFault('le stockage distant ne répond pas', { isDown: true, cause: error })
    }
  }
  const answered = async (reply: Response): Promise<Buffer> => {
    try {
      return Buffer.from(await reply.arrayBuffer())
    } catch (error) {
      throw new RemoteFault('le stockage distant s’est interrompu', { isDown: true, cause: error })
    }
  }
  const done = async (reply: Response): Promise<Buffer> => {
    const body = await answered(reply)
    if (reply.ok) return body
    throw refusal(reply.status, body.toString(), bucket)
  }
  return {
    async list(signal) {
      const found: RemoteObject[] = []
      for (let token: string | undefined; ;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(prefix && { prefix }) })
        if (token) query.set('continuation-token', token)
        const page = (await done(await ask('GET', `/?${query.toString()}`, { expected: 500_000, signal }))).toString()
        for (const [, content = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = element(content, 'Key')
          if (key.startsWith(prefix))
            found.push({
              key: key.slice(prefix.length),
              bytes: Number(element(content, 'Size')),
              at: new Date(element(content, 'LastModified')),
            })
        }
        token = element(page, 'NextContinuationToken')
        if (!token) return found
      }
    },
    async put(key, content, signal) {
      await done(await ask('PUT', `/${prefix}${key}`, { body: content, signal }))
    },
    async get(key, signal) {
      return done(await ask('GET', `/${prefix}${key}`, { expected: 4_000_000, signal }))
    },
    async remove(key, signal) {
      const reply = await ask('DELETE', `/${prefix}${key}`, { signal })
      if (reply.status === 403) {
        if (element((await answered(reply)).toString(), 'Code') === 'AccessDenied') return false
        throw refusal(403, '', bucket)
      }
      if (reply.status !== 404) await done(reply)
      return true
    },
  }
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first element of this name; empty: none. */
function element(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, sign: string) => signs[sign] ?? '')
}

function refusal(status: number, body: string, bucket: string): RemoteFault {
  const code = element(body, 'Code')
  const known: Readonly<Record<string, string>> = {
    NoSuchBucket: `le compartiment ${bucket} n’existe pas`,
    InvalidAccessKeyId: 'le stockage distant ne connaît pas BACKUP_S3_KEY_ID',
    SignatureDoesNotMatch: 'le stockage distant refuse BACKUP_S3_SECRET',
    RequestTimeTooSkewed: 'l’horloge de cet ordinateur n’est pas à l’heure',
    AccessDenied: `cette clé ne peut pas lire ou écrire dans ${bucket}`,
    QuotaExceeded: 'le stockage distant est plein',
  }
  if (status >= 300 && status < 400)
    return new RemoteFault('BACKUP_S3_ENDPOINT ou BACKUP_S3_REGION n’est pas celui du compartiment')
  return new RemoteFault(known[code] ?? `le stockage distant refuse (${status}${code && ` ${code}`})`, {
    isDown: status >= 500 || status === 429,
  })
}
