import cors from '@fastify/cors'
import fastify, { type FastifyServerOptions } from 'fastify'
import * as z from 'zod'
import { AppError } from '#shared/domain/errors.ts'
import { answerError, answerNotFound } from '#server/http/errors.ts'
import type { App } from '#server/http/route.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { windowRoutes } from '#server/http/windows.ts'
import { isOlderThanData, openDecisions } from '#server/standby/decide.ts'
import type { Follower } from '#server/standby/follower.ts'
import { standbyPage, standbyScript, standbyStyle } from '#server/standby/standby-page.ts'
import type { Decider } from '#server/standby/standby-members.repo.ts'

const Decision = z.object({ pin: z.string().min(1).max(12) })
/** In ms: how long it is taken for known whether this program is older than the data. */
const olderMs = 60_000
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * What a second computer answers until it takes over: its page, the windows, and `server:standby` for every call.
 * `onDecision`: a person whose PIN was right has decided.
 */
export async function buildStandbyApp({
  follower,
  windows,
  windowOrigins = [],
  isTls = false,
  tls,
  logger = false,
  now = () => new Date(),
  onDecision,
}: {
  follower: Pick<Follower, 'url' | 'status'>
  windows?: string
  windowOrigins?: readonly string[]
  isTls?: boolean
  /** The certificate and key with which this computer does https itself, as PEM. */
  tls?: { cert: string; key: string } | undefined
  logger?: FastifyServerOptions['logger']
  now?: () => Date
  onDecision: (decider: Decider) => void
}): Promise<App> {
  const app = fastify({
    logger,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    https: tls ?? null,
  }) as unknown as App
  const decide = openDecisions(now)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  await securityHeaders(app, { isTls })
  await app.register(cors, { origin: [...windowOrigins], exposedHeaders: ['Date'], maxAge: 60 })
  app.all('/api/*', () => {
    throw new AppError('server:standby')
  })
  app.get('/relais', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(standbyPage),
  )
  app.get('/relais/page.css', (_, reply) => reply.type('text/css').send(standbyStyle))
  app.get('/relais/page.js', (_, reply) => reply.type('text/javascript').send(standbyScript))
  let older = { at: -Infinity, is: Promise.resolve(false) }
  const isOlder = (): Promise<boolean> => {
    const at = now().getTime()
    if (at - older.at > olderMs) older = { at, is: isOlderThanData(follower.url).catch(() => false) }
    return older.is
  }
  app.get('/relais/etat', async () => ({ ...(await follower.status()), isOlder: await isOlder() }))
  let isDecided = false
  app.post('/relais', async (request, reply) => {
    const read = Decision.safeParse(request.body)
    if (!read.success) throw new AppError('requests:invalid')
    const decider = await decide(follower.url, read.data.pin)
    if (!isDecided) {
      isDecided = true
      // The answer leaves before this server does.
      reply.raw.once('close', () => onDecision(decider))
    }
    return reply.code(202).send({})
  })
  if (windows) await windowRoutes(app, windows)
  return app
}
