import type { FastifyRequest } from 'fastify'
import { allCalls } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { isGap, recordingOf, withoutPictures, type Recording } from '#shared/contract/recording.ts'
import { contextOf, urlOf, type App } from '#server/http/route.ts'
import type { Actor } from '#server/identity/actor.ts'
import type { CallRecord } from '#server/recording/call-record.ts'
import type { Recorder } from '#server/recording/recorder.ts'

/** One reading call of so many is kept. */
const sampleOf = 10
/** Characters of an answer; a longer one of a reading call is not kept. */
const longestAnswer = 100_000

declare module 'fastify' {
  interface FastifyRequest {
    arrivedAt: Date | null
  }
}

/**
 * Gives each answered call to the recorder, as far as the contract lets it be kept. `sampleEach`: one reading call of so
 * many. To be called before whatever changes the bytes of an answer.
 */
export function recordCalls(app: App, recorder: Recorder, { sampleEach = sampleOf } = {}): void {
  const calls = new Map(
    allCalls.map(({ endpoint }) => [
      `${endpoint.method} /api${urlOf(endpoint)}`,
      { endpoint, how: recordingOf(endpoint), isGap: isGap(endpoint), isErasure: endpoint.path.endsWith('/erase') },
    ]),
  )
  let readings = 0
  app.decorateRequest('arrivedAt', null)
  app.addHook('onRequest', (request, _reply, next) => {
    request.arrivedAt = app.services.now()
    next()
  })
  app.addHook('onSend', (request, reply, payload, next) => {
    next()
    const call = calls.get(`${request.method} ${request.routeOptions.url}`)
    if (!call || call.how === 'none') return
    if (call.endpoint.method === 'GET' && ++readings % sampleEach !== 0) return
    try {
      const line = lineOf(app, request, { ...call, status: reply.statusCode, payload })
      if (line !== undefined) recorder.note(line)
    } catch (error) {
      // A call that cannot be kept was answered all the same.
      app.log.warn({ err: error }, 'a call was not recorded')
    }
  })
  app.addHook('onResponse', (request, reply, next) => {
    if (reply.statusCode < 300 && calls.get(`${request.method} ${request.routeOptions.url}`)?.isErasure)
      recorder.forgetErased()
    next()
  })
}

type Answered = { endpoint: Endpoint; how: Recording; isGap: boolean; status: number; payload: unknown }

function lineOf(
  app: App,
  request: FastifyRequest,
  { endpoint, how, isGap, status, payload }: Answered,
): string | undefined {
  const { actor, arrivedAt, params, query, body } = request
  const { method, path } = endpoint
  const endedAt = app.services.now().toISOString()
  const named = { at: arrivedAt?.toISOString() ?? endedAt, endedAt, method, path }
  // That depends on the load of this machine, not on the version.
  if (status === 429 || (method === 'GET' && (!actor || status >= 500))) return undefined
  if (status >= 500) return JSON.stringify({ kind: 'gap', ...named } satisfies CallRecord)
  // A refusal has changed nothing.
  if (how === 'mark' || !actor) {
    const kind = isGap && status < 300 ? 'gap' : 'mark'
    return JSON.stringify({ kind, ...named } satisfies CallRecord)
  }
  const answer = typeof payload === 'string' ? payload : undefined
  if (method === 'GET' && (answer === undefined || answer.length > longestAnswer)) return undefined
  const head = JSON.stringify({
    kind: 'call',
    ...named,
    caller: callerOf(actor),
    skewMs: contextOf(app, request).clockSkewMs ?? 0,
    params: params ?? {},
    query: query ?? {},
    body: withoutPictures(endpoint, body ?? undefined),
    status,
  })
  // The answer is JSON already.
  return `${head.slice(0, -1)},"answer":${answer ?? 'null'}}`
}

function callerOf(actor: Actor) {
  const { kind, userId, pharmacyId, unlockId, signInId, opensOnly, countsOnly, asksOnly, isSuspended } = actor
  return { kind, userId, pharmacyId, unlockId, signInId, opensOnly, countsOnly, asksOnly, isSuspended }
}
