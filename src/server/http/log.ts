import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { scrubText } from '#shared/domain/scrub-text.ts'

type LogOptions = Extract<FastifyServerOptions['logger'], { hooks?: unknown }>

/** Deep enough for a failure of the driver inside one of ours. */
const mostCauses = 3

/**
 * The log of the server: calls by their pattern, never by their address, which holds what was searched; failures
 * without the values that PostgreSQL repeats. A log is read by people who may not know the patients.
 */
export function logOptions(level: string): LogOptions {
  return {
    level,
    serializers: { req: requestForLog, err: (error: unknown) => errorForLog(error, mostCauses) },
    hooks: { logMethod: withScrubbedWords },
  }
}

/** Beside a failure, pino and Fastify write its message once more as the words of the line. */
const withScrubbedWords: NonNullable<LogOptions['hooks']>['logMethod'] = function (args, method) {
  const [first, words] = args as unknown[]
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  if (!(error instanceof Error)) return method.apply(this, args)
  const fields = first instanceof Error ? { err: first } : (first as object)
  return method.apply(this, [fields, scrubText(typeof words === 'string' ? words : error.message)])
}

function requestForLog({ method, routeOptions, ip }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'none', remoteAddress: ip }
}

/** Fields of PostgreSQL's errors that name objects of the schema, not values. */
const schemaFields = ['code', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'statusCode'] as const

// oxlint-disable-next-line typescript/no-explicit-any -- pino's type of a serialized error
function errorForLog(error: any, causes: number): any {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubText(String(error)), stack: '' }
  const fields = error as Error & Record<string, unknown>
  return {
    type: error.constructor.name,
    message: scrubText(error.message),
    // The first lines repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...Object.fromEntries(schemaFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: errorForLog(error.cause, causes - 1) as unknown }),
  }
}
