import { ofetch, FetchError } from 'ofetch'
import { buildVersion } from '#shared/build.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { ErrorBody } from '#shared/contract/values.ts'

/**
 * Where the API is and how to get the identity token of whoever may make a call: undefined when there is none, as offline (the call then goes
 * without); throws `NoAnswer` where the call would only be refused.
 */
export type ClientConfig = {
  base: string
  token: (endpoint: Pick<Endpoint, 'permission' | 'deferred'>) => Promise<string | undefined>
  /** Hears of each call that nobody answered, and how long it was waited for. */
  onNoAnswer?: (tookMs: number) => void
  /** Hears of each answer of the API, a refusal too. */
  onAnswer?: (answer: Answer) => void
}

/** How an answer came: in how many milliseconds, and the server's clock at that moment (milliseconds of the epoch, cut to a second), null where it does not say. */
export type Answer = { tookMs: number; serverAt: number | null }

let config: ClientConfig = { base: '/api', token: () => Promise.resolve(undefined) }

export function configureClient(next: ClientConfig): void {
  config = next
}

export type CallOptions = {
  /** Another token than the current one: the outbox sends with the terminal's when the member's is gone. */
  token?: string | undefined
  signal?: AbortSignal
  timeoutMs?: number
}

/** No answer came: the network, the server or the time limit. The request may have been carried out. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Calls the API. Throws `AppError` for what the server refused (its message and details) and `NoAnswer` when nobody answered. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallReply<E>> {
  const { params, query, body } = input as Loose
  const token = options.token ?? (await config.token(endpoint))
  const sentAt = performance.now()
  try {
    const reply: unknown = await ofetch(url(endpoint, params), {
      method: endpoint.method,
      query: query as Record<string, string>,
      body: body as Record<string, unknown>,
      // Retries are decided in one place: the outbox and the list refresh, never here.
      retry: 0,
      headers: headersOf(token),
      // ofetch forgets its own time limit as soon as it is given a signal.
      signal: AbortSignal.any([
        AbortSignal.timeout(options.timeoutMs ?? 15_000),
        ...(options.signal ? [options.signal] : []),
      ]),
      onResponse: ({ response }) => config.onAnswer?.(answerOf(response, sentAt)),
    })
    return endpoint.reply.parse(reply) as CallReply<E>
  } catch (error) {
    throw refusalOf(error, sentAt, options.signal)
  }
}

/** Opens a stream of server-sent events: the raw text, to be fed to a parser. */
export async function openStream(endpoint: Endpoint, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
  const token = options.token ?? (await config.token(endpoint))
  const sentAt = performance.now()
  try {
    return await ofetch<ReadableStream<Uint8Array>, 'stream'>(url(endpoint), {
      responseType: 'stream',
      retry: 0,
      headers: { accept: 'text/event-stream', ...headersOf(token) },
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    throw refusalOf(error, sentAt, options.signal)
  }
}

/** Is the API there? Any answer counts, even a refusal; null when none came within the limit, as in a network that swallows everything. */
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

function answerOf(response: Response, sentAt: number): Answer {
  const serverAt = Date.parse(response.headers.get('date') ?? '')
  return { tookMs: performance.now() - sentAt, serverAt: Number.isNaN(serverAt) ? null : serverAt }
}

/** Which build asks: a server that meets one of yesterday can say so in its log. */
function headersOf(token: string | undefined): Record<string, string> {
  return { 'x-client-version': buildVersion, ...(token ? { authorization: `Bearer ${token}` } : {}) }
}

function url(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return (
    config.base + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  )
}

function refusalOf(error: unknown, sentAt: number, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof FetchError)) return error
  if (error.status === undefined) {
    // Who called it off wants no answer: that says nothing of the network.
    if (!signal?.aborted) config.onNoAnswer?.(performance.now() - sentAt)
    return new NoAnswer('nobody answered', { cause: error })
  }
  const body = ErrorBody.safeParse(error.data)
  return new AppError(
    body.success ? body.data.message : 'requests:invalidResponseStatus',
    body.success ? body.data.details : undefined,
    error.status,
  )
}
