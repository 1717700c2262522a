import { ofetch, FetchError } from 'ofetch'
import { buildVersion } from '#shared/build.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { withPlainTexts } from '#shared/contract/input-texts.ts'
import { ErrorBody, replyTo } from '#shared/contract/values.ts'

/**
 * `base`: URL of the API. `token`: the identity token for a call; undefined when there is none, e.g. offline (the call
 * is sent without). Throws `NoAnswer` when the server would refuse the call without a token.
 */
export type ClientConfig = {
  base: string
  token: (endpoint: Pick<Endpoint, 'permission' | 'deferred'>) => Promise<string | undefined>
  /** What this terminal has not sent yet, told with each call; null: not known. */
  queue?: () => TerminalQueue | null
  /** The servers that this terminal has met (decision 0092). */
  generations?: Generations
  /** Called for each call without an answer, with the time waited in ms. */
  onNoAnswer?: (tookMs: number) => void
  /** Called for each answer of the API, refusals included. */
  onAnswer?: (answer: Answer) => void
  /** Called for each refusal, before the caller gets it. */
  onRefusal?: (refusal: AppError) => void
}

/**
 * `known`: told with each call. `hear`: reads what an answer tells; false when a newer server has answered before, so that
 * this answer counts for nothing.
 */
export type Generations = { known: () => string; hear: (header: string | null) => boolean }

/** `oldestAt`: in epoch ms, by the clock of the terminal; null when nothing waits. */
export type TerminalQueue = { terminalId: string; waiting: number; oldestAt: number | null }

/** `tookMs`: round trip in ms. `serverAt`: the Date header in epoch ms, with second precision; null when missing. */
export type Answer = { tookMs: number; serverAt: number | null }

let config: ClientConfig = { base: '/api', token: () => Promise.resolve(undefined) }

export function configureClient(next: ClientConfig): void {
  config = next
}

export type CallOptions = {
  /** Overrides the current token: the outbox uses the terminal's token when the member's is no longer valid. */
  token?: string | undefined
  signal?: AbortSignal
  timeoutMs?: number
  /** Nobody waits for it: the browser sends other calls first. */
  isInBackground?: boolean
}

/** No answer from the network or the server in time. The request may have been carried out. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Calls the API. Throws `AppError` for a refusal (its message and details) and `NoAnswer` when no answer came. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallReply<E>> {
  const { params } = input as Loose
  // A pasted phone number or name may bring invisible characters, which the server refuses.
  const query = withPlainTexts(endpoint.query, (input as Loose).query)
  const body = withPlainTexts(endpoint.body, (input as Loose).body)
  const token = options.token ?? (await config.token(endpoint))
  const sentAt = performance.now()
  try {
    const reply: unknown = await ofetch(url(endpoint, params), {
      method: endpoint.method,
      query: query as Record<string, string>,
      body: endpoint.multipart
        ? formOf(body as Record<string, string | Blob | undefined>)
        : (body as Record<string, unknown>),
      // No retry here: only the outbox and the list refresh retry.
      retry: 0,
      // A call with a token of its own may be of another pharmacy than the queue.
      headers: { ...headersOf(token), ...(options.token === undefined ? queueHeader() : {}) },
      ...(options.isInBackground ? { priority: 'low' } : {}),
      // ofetch ignores its own timeout when a signal is given.
      signal: AbortSignal.any([
        AbortSignal.timeout(options.timeoutMs ?? 15_000),
        ...(options.signal ? [options.signal] : []),
      ]),
      onResponse({ response }) {
        config.onAnswer?.(answerOf(response, sentAt))
        refuseOlder(response)
      },
    })
    return replyTo(endpoint, query).parse(reply) as CallReply<E>
  } catch (error) {
    throw refusalOf(error, sentAt, options.signal)
  }
}

/** Opens a stream of server-sent events; returns the raw bytes for a parser. */
export async function openStream(endpoint: Endpoint, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
  const token = options.token ?? (await config.token(endpoint))
  const sentAt = performance.now()
  try {
    return await ofetch<ReadableStream<Uint8Array>, 'stream'>(url(endpoint), {
      responseType: 'stream',
      retry: 0,
      headers: { accept: 'text/event-stream', ...headersOf(token) },
      onResponse: ({ response }) => refuseOlder(response),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    throw refusalOf(error, sentAt, options.signal)
  }
}

/**
 * Probes the API. Any answer counts, refusals included; null when none came within `timeoutMs`, as in a network that
 * drops packets.
 */
export async function probe(timeoutMs = 5_000): Promise<Answer | null> {
  const sentAt = performance.now()
  try {
    const response = await ofetch.raw(`${config.base}/`, {
      method: 'HEAD',
      retry: 0,
      timeout: timeoutMs,
      ignoreResponseError: true,
      cache: 'no-store',
    })
    const answer = answerOf(response, sentAt)
    config.onAnswer?.(answer)
    return answer
  } catch {
    return null
  }
}

/** Throws `server:replaced` for an answer of a server that another one has replaced. */
function refuseOlder(response: Response): void {
  if (config.generations?.hear(response.headers.get('x-generation')) === false)
    throw new AppError('server:replaced', undefined, 503)
}

function answerOf(response: Response, sentAt: number): Answer {
  const serverAt = Date.parse(response.headers.get('date') ?? '')
  return { tookMs: performance.now() - sentAt, serverAt: Number.isNaN(serverAt) ? null : serverAt }
}

function formOf(fields: Record<string, string | Blob | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return form
}

/**
 * `x-client-version` lets the server log calls of outdated builds. `x-client-time` (epoch ms) lets it correct the moments
 * that a terminal with a wrong clock writes.
 */
function headersOf(token: string | undefined): Record<string, string> {
  const known = config.generations?.known()
  return {
    'x-client-version': buildVersion,
    'x-client-time': String(Date.now()),
    ...(known ? { 'x-generation': known } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** `x-client-queue` says what waits here and its age, so that no clock matters. */
function queueHeader(): Record<string, string> {
  const queue = config.queue?.()
  if (!queue) return {}
  const { terminalId, waiting, oldestAt } = queue
  const age = oldestAt === null ? '-' : String(Math.max(0, Math.round((Date.now() - oldestAt) / 1000)))
  return { 'x-client-queue': `${terminalId} ${waiting} ${age}` }
}

function url(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return (
    config.base + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  )
}

function refusalOf(error: unknown, sentAt: number, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof FetchError)) return error
  if (error.status === undefined) {
    // The caller aborted the call, which says nothing about the network.
    if (!signal?.aborted) config.onNoAnswer?.(performance.now() - sentAt)
    return new NoAnswer('nobody answered', { cause: error })
  }
  const body = ErrorBody.safeParse(error.data)
  const refusal = new AppError(
    body.success ? body.data.message : 'requests:invalidResponseStatus',
    body.success ? body.data.details : undefined,
    error.status,
  )
  config.onRefusal?.(refusal)
  return refusal
}
