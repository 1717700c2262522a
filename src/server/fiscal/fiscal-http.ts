import { request as insecureRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/**
 * What became of one call. `unsent`: it did not leave this machine. `unanswered`: it left, and nobody knows what came of
 * it. An answer may still be no answer: `json` is null for a page of HTML or an empty body.
 */
export type Outcome =
  | { kind: 'unsent'; why: string }
  | { kind: 'unanswered'; why: string }
  | { kind: 'answered'; status: number; text: string; json: Record<string, unknown> | null }

/** One call of a platform as the journal keeps it, word for word, but for the token. */
export type Exchange = {
  step: string
  method: string
  url: string
  request: unknown
  at: Date
  tookMs: number
  outcome: Outcome
}

export type AskedCall = { step: string; method: 'GET' | 'POST' | 'PUT'; url: string; token: string; body?: unknown }
/** One call, never repeated by itself: the second of two equal calls may be a second invoice. */
export type Ask = (call: AskedCall) => Promise<Outcome>

/** In ms; as the clients of the tax office use them. */
const connectMs = 5_000
const answerMs = 15_000
const mostText = 200_000

/** Asks a platform. `record` gets each call when it is over. */
export function openAsk(record: (exchange: Exchange) => Promise<void>, now: () => Date = () => new Date()): Ask {
  return async ({ step, method, url, token, body }) => {
    const at = now()
    const started = performance.now()
    const outcome = await send({ method, url, token, body })
    const tookMs = Math.round(performance.now() - started)
    await record({ step, method, url, request: body ?? null, at, tookMs, outcome: withoutToken(outcome, token) })
    return outcome
  }
}

/** A platform, or a machine on the way to it, may repeat the token in its answer: the journal never has it. */
function withoutToken(outcome: Outcome, token: string): Outcome {
  return outcome.kind === 'answered' && token !== ''
    ? { ...outcome, text: outcome.text.replaceAll(token, '[jeton]') }
    : outcome
}

function send({ method, url, token, body }: Omit<AskedCall, 'step'>): Promise<Outcome> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve) => {
    let hasLeft = false
    const address = new URL(url)
    const request = (address.protocol === 'https:' ? secureRequest : insecureRequest)(address, {
      method,
      // A connection of its own for each call: none is cut by the end of an older one.
      agent: false,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(content === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      },
    })
    const end = (outcome: Outcome) => {
      clearTimeout(connecting)
      clearTimeout(waiting)
      resolve(outcome)
      request.destroy()
    }
    const failed = (why: string) => end(hasLeft ? { kind: 'unanswered', why } : { kind: 'unsent', why })
    const connecting = setTimeout(() => failed('no connection'), connectMs)
    const waiting = setTimeout(() => failed('no answer'), answerMs)
    request.on('socket', (socket) =>
      socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        // From here on bytes leave: what becomes of them is not known without an answer.
        hasLeft = true
      }),
    )
    request.on('error', (error) => failed(error.message))
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        if (text.length < mostText) text += part
      })
      response.on('error', (error) => failed(error.message))
      response.on('aborted', () => failed('the answer was cut'))
      response.on('end', () =>
        end({
          kind: 'answered',
          status: response.statusCode ?? 0,
          text,
          json: objectOf(text),
        }),
      )
    })
    request.end(content)
  })
}

/** A value of an answer as text: numbers as they are written, nothing as an empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
