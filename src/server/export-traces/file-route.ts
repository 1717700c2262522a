import type { Endpoint, HandlerInput } from '#shared/contract/endpoint.ts'
import type { ExportTrace } from '#shared/contract/exports.ts'
import { noteDownload } from '#server/export-traces/note-download.ts'
import { isQuestion } from '#server/http/questions.ts'
import type { Context } from '#server/http/context.ts'
import { authorize, contextOf, inputOf, register, urlOf, type App } from '#server/http/route.ts'

/** A file that the server keeps or makes, with its trace. */
export type KeptFile = {
  name: string
  content: Buffer
  trace: Pick<ExportTrace, 'list' | 'filters' | 'format' | 'rows'>
}

/** Serves a call whose answer is a file, as it is. Each download leaves a trace. */
export function fileRoute<E extends Endpoint & { file?: true }>(
  app: App,
  endpoint: E,
  handler: (input: HandlerInput<E>, context: Context) => Promise<KeptFile>,
): void {
  register(app, endpoint)
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    onRequest: (request) => authorize(app, endpoint, request),
    handler: async (request, reply) => {
      const context = contextOf(app, request)
      const input = inputOf(endpoint, request)
      const make = (): Promise<KeptFile> => handler(input, context)
      const { name, content, trace } = await (isQuestion(endpoint)
        ? app.services.questions(request, reply, make)
        : make())
      await noteDownload(app, context, trace)
      return (
        reply
          // Not the type of its content: `call` then always gives the bytes, and a browser never shows them.
          .type('application/octet-stream')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(content)
      )
    },
  })
}
