import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { RemotePlace } from '#server/base/remote-place.ts'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const pageSize = 50

/**
 * A small S3 store in memory with one bucket, which checks the signature (version 4) and the hash of every request. No
 * server of npm is used: `s3rver` needs 116 packages (decision 0093).
 */
export async function openS3(bucket = 'sauvegardes') {
  const [keyId, secret, region] = ['CLE-DE-TEST', 'secret/de+test', 'eu-test-1']
  const objects = new Map<string, { content: Buffer; at: Date }>()
  const log: { method: string; key: string; bytes: number }[] = []
  const state = {
    isDown: false,
    /** Answers nothing more after so many requests. */
    endsAfter: Infinity,
    mayRemove: true,
    now: () => new Date(),
  }
  const server = createServer((request, reply) => {
    void (async () => {
      if (state.isDown || log.length >= state.endsAfter) return request.socket.destroy()
      const body = await buffer(request)
      const url = new URL(request.url!, 'http://s3')
      const key = decodeURIComponent(url.pathname).slice(bucket.length + 2)
      const refuse = (status: number, code: string): unknown =>
        reply.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
      const header = (name: string): string => String(request.headers[name] ?? '')
      const [, credential = '', names = '', signature] =
        /^AWS4-HMAC-SHA256 Credential=(.+), SignedHeaders=(.+), Signature=([\da-f]{64})$/.exec(
          header('authorization'),
        ) ?? []
      const [id, ...scope] = credential.split('/')
      const sent = header('x-amz-date')
      const canonical = [
        request.method,
        url.pathname
          .split('/')
          .map((part) => encodeURIComponent(decodeURIComponent(part)))
          .join('/'),
        [...url.searchParams]
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
          .toSorted()
          .join('&'),
        ...names.split(';').map((name) => `${name}:${header(name)}`),
        '',
        names,
        header('x-amz-content-sha256'),
      ].join('\n')
      const signing = scope.reduce((key: string | Buffer, part) => hmac(key, part), `AWS4${secret}`)
      const expected = hmac(signing, ['AWS4-HMAC-SHA256', sent, scope.join('/'), sha256(canonical)].join('\n'))
      if (id !== keyId) return refuse(403, 'InvalidAccessKeyId')
      if (scope.join('/') !== `${sent.slice(0, 8)}/${region}/s3/aws4_request` || signature !== expected.toString('hex'))
        return refuse(403, 'SignatureDoesNotMatch')
      if (header('x-amz-content-sha256') !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch')
      if (url.pathname.split('/')[1] !== bucket) return refuse(404, 'NoSuchBucket')
      log.push({ method: request.method!, key, bytes: body.length })
      if (request.method === 'PUT') {
        if (header('content-length') !== String(body.length)) return refuse(411, 'MissingContentLength')
        objects.set(key, { content: body, at: state.now() })
        return reply.end()
      }
      if (request.method === 'DELETE') {
        if (!state.mayRemove) return refuse(403, 'AccessDenied')
        objects.delete(key)
        return reply.writeHead(204).end()
      }
      if (key !== '') {
        const found = objects.get(key)
        return found ? reply.end(found.content) : refuse(404, 'NoSuchKey')
      }
      const prefix = url.searchParams.get('prefix') ?? ''
      const after = url.searchParams.get('continuation-token') ?? ''
      const all = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after).toSorted()
      const page = all.slice(0, pageSize)
      const next = all.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      const listed = page.map((one) => {
        const { content, at } = objects.get(one)!
        return `<Contents><Key>${one}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
      })
      return reply.end(`<?xml version="1.0"?><ListBucketResult>${listed.join('')}${next}</ListBucketResult>`)
    })()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const place: RemotePlace = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    prefix: 'officine/',
    region,
    keyId,
    secret,
  }
  return {
    place,
    objects,
    log,
    state,
    /** Variables of the environment that name it. */
    environment: {
      BACKUP_S3_ENDPOINT: place.endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_KEY_ID: keyId,
      BACKUP_S3_SECRET: secret,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
