import { readEvents } from '#shared/contract/base.ts'
import { pharmacyOf } from '#server/http/context.ts'
import { authorize, contextOf, register, type App } from '#server/http/route.ts'

/** Proxies close an idle connection after a minute or less. */
const heartbeatMs = 20_000

/** Server-sent events with hints: the only call that answers with a stream instead of a body. */
export function eventRoutes(app: App): void {
  register(app, readEvents)
  const streams = new Set<() => void>()
  // Ends the streams before the server waits for its connections: they would never end by themselves.
  app.addHook('preClose', () => {
    for (const end of streams) end()
  })
  app.get(readEvents.path, { onRequest: (request) => authorize(app, readEvents, request) }, (request, reply) => {
    const pharmacyId = pharmacyOf(contextOf(app, request))
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    stream.write(': hello\n\n')
    const stop = app.services.hints.subscribe(pharmacyId, (list) =>
      stream.write(`data: ${JSON.stringify(readEvents.reply.parse({ list }))}\n\n`),
    )
    const end = (): void => void stream.end()
    const heartbeat = setInterval(() => {
      stream.write(': here\n\n')
      // Ends the stream when the token has expired or its bearer has lost access. A permitted client reconnects with a
      // new token.
      authorize(app, readEvents, request).catch(end)
    }, heartbeatMs)
    streams.add(end)
    stream.once('close', () => {
      stop()
      clearInterval(heartbeat)
      streams.delete(end)
    })
  })
}
