import { Readable } from 'node:stream'
import type { Endpoint, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Context } from '#server/http/context.ts'
import { authorize, contextOf, inputOf, register, urlOf, type App } from '#server/http/route.ts'

/**
 * Serves a call whose answer is a CSV file, sent piece by piece as the client takes it. An error before the first piece
 * is answered like any error. A later one destroys the socket, so that the download fails instead of looking complete.
 * When the client leaves, the handler's iterator is ended: it reads no further page.
 */
export function csvRoute<E extends Endpoint & { csv?: true }>(
  app: App,
  endpoint: E,
  handler: (input: HandlerInput<E>, context: Context) => AsyncIterable<string>,
): void {
  register(app, endpoint)
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    onRequest: (request) => authorize(app, endpoint, request),
    handler: async (request, reply) => {
      const pieces = handler(inputOf(endpoint, request), contextOf(app, request))[Symbol.asyncIterator]()
      const first = await pieces.next()
      return reply
        .type('text/csv; charset=utf-8')
        .send(Readable.from(startingWith(first, pieces), { objectMode: false }))
    },
  })
}

async function* startingWith(
  first: IteratorResult<string, unknown>,
  rest: AsyncIterator<string>,
): AsyncGenerator<string> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value
  } finally {
    await rest.return?.()
  }
}
