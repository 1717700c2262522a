import { Readable } from 'node:stream'
import type { Endpoint, HandlerInput } from '#shared/contract/endpoint.ts'
import type { CsvPiece } from '#server/base/csv.ts'
import { noteDownload } from '#server/export-traces/note-download.ts'
import { checkAccess } from '#server/http/access.ts'
import type { Context } from '#server/http/context.ts'
import { authorize, contextOf, inputOf, register, urlOf, type App } from '#server/http/route.ts'

/** How the trace of an export names its list and its filters. */
type Named<E extends Endpoint> = {
  list: string
  /** The filters in words; empty for the whole list. */
  filters: (input: HandlerInput<E>) => string
}

/**
 * Serves a call whose answer is a CSV file, sent piece by piece as the client takes it. Besides the permission of the
 * call, the member needs `data.export`. Each download leaves a trace with the number of rows that were sent; the file
 * ends after the trace is written. An error before the first piece is answered like any error. A later one destroys the
 * socket, so that the download fails instead of looking complete. When the client leaves, the handler's iterator is
 * ended: it reads no further page.
 */
export function csvRoute<E extends Endpoint & { csv?: true }>(
  app: App,
  endpoint: E,
  named: Named<E>,
  handler: (input: HandlerInput<E>, context: Context) => AsyncIterable<CsvPiece>,
): void {
  register(app, endpoint)
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    onRequest: async (request) => {
      await authorize(app, endpoint, request)
      if (request.actor) checkAccess({ permission: 'data.export' }, request.actor)
    },
    handler: async (request, reply) => {
      const input = inputOf(endpoint, request)
      const context = contextOf(app, request)
      const pieces = handler(input, context)[Symbol.asyncIterator]()
      const first = await pieces.next()
      const note = (rows: number) =>
        noteDownload(app, context, { list: named.list, filters: named.filters(input), format: 'csv', rows })
      return reply
        .type('text/csv; charset=utf-8')
        .send(Readable.from(startingWith(first, pieces, note), { objectMode: false }))
    },
  })
}

async function* startingWith(
  first: IteratorResult<CsvPiece, unknown>,
  rest: AsyncIterator<CsvPiece>,
  note: (rows: number) => Promise<void>,
): AsyncGenerator<string> {
  let rows = 0
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) {
      // Counted before it is sent: a client who leaves may have this piece.
      rows += piece.value.rows
      yield piece.value.text
    }
  } finally {
    await rest.return?.()
    await note(rows)
  }
}
