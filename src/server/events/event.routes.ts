import type { FastifyRequest } from 'fastify'
import { readEvents } from '#shared/contract/base.ts'
import type { Resource } from '#shared/contract/freshness.ts'
import { pharmacyOf } from '#server/http/context.ts'
import { admit, authorize, contextOf, register, tokenOf, type App } from '#server/http/route.ts'

/** Proxies close an idle connection after a minute or less. */
const heartbeatMs = 20_000

/** One window of a terminal listens for all. During a reload, or where a proxy hides a lost line, there are two. */
const mostPerToken = 3
/** All terminals of a pharmacy may share one account. */
const mostPerAccount = 60

/** What changes who may listen: members, their roles and PINs, accounts, a suspended pharmacy. */
const rightsLists: readonly Resource[] = ['users', 'pharmacies']

type Stream = { token: string; userId: string; end: () => void }

/** Server-sent events with hints: the only call that answers with a stream instead of a body. */
export function eventRoutes(app: App): void {
  register(app, readEvents)
  const streams = new Set<Stream>()
  // Ends the streams before the server waits for its connections: they would never end by themselves.
  app.addHook('preClose', () => {
    for (const { end } of streams) end()
  })
  app.get(readEvents.path, { onRequest: (request) => admit(app, readEvents, request) }, (request, reply) => {
    const { pharmacyId, userId } = bearerOf(app, request)
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
      ...(request.generation === null ? {} : { 'x-generation': request.generation }),
    })
    stream.write(': hello\n\n')
    const end = (): void => void stream.end()
    const opened: Stream = { token: tokenOf(request) ?? '', userId, end }
    // Ends the stream when the token has expired or its bearer has lost access. A permitted client reconnects with a
    // new token.
    const check = (): void => {
      app.services.identity.forgetToken(opened.token)
      authorize(app, readEvents, request).catch(end)
    }
    const stop = app.services.hints.subscribe(pharmacyId, (list) => {
      stream.write(`data: ${JSON.stringify(readEvents.reply.parse({ list }))}\n\n`)
      if (rightsLists.includes(list)) check()
    })
    makeRoom(streams, (one) => one.token === opened.token, mostPerToken)
    makeRoom(streams, (one) => one.userId === userId, mostPerAccount)
    const heartbeat = setInterval(() => {
      stream.write(': here\n\n')
      check()
    }, heartbeatMs)
    streams.add(opened)
    stream.once('close', () => {
      stop()
      clearInterval(heartbeat)
      streams.delete(opened)
    })
  })
}

function bearerOf(app: App, request: FastifyRequest): { pharmacyId: string; userId: string } {
  const context = contextOf(app, request)
  return { pharmacyId: pharmacyOf(context), userId: context.actor.userId }
}

/** Ends the oldest of these streams where a further one would be more than allowed. The newest window is in use. */
function makeRoom(streams: Set<Stream>, isSame: (one: Stream) => boolean, most: number): void {
  const same = [...streams].filter(isSame)
  for (const oldest of same.slice(0, Math.max(0, same.length - most + 1))) {
    streams.delete(oldest)
    oldest.end()
  }
}
