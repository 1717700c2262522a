import { createParser } from 'eventsource-parser'
import { openStream } from '#shared/client/call.ts'
import { AppError } from '#shared/domain/errors.ts'
import { Hint, readEvents } from '#shared/contract/base.ts'
import type { Resource } from '#shared/contract/freshness.ts'
import type { Bus } from '#shared/windows/bus.ts'

/** What changed on the server; `all`: anything may have. */
export type ServerHint = Resource | 'all'

const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** In ms. Limit for the beginning of the answer. */
const connectMs = 15_000
/** In ms. The server sends at least every 20 s; a stream silent for longer is dead, whatever TCP reports. */
const silenceMs = 50_000
/** In ms. Limit after a return from sleep: a healthy stream was heard within it. */
const doubtMs = 25_000

export type Hearing = {
  /** After sleep or a network return: reopens a stream that was not heard recently. */
  wake(): void
  stop(): void
}

/**
 * Receives server hints for all windows (work of the leader): each hint is passed to this window and sent to the
 * others. After each (re)connection the hint is `all`, because changes may have been missed. `onLost`: the stream broke
 * or fell silent.
 */
export function hearServer(bus: Bus, hear: (list: ServerHint) => void, onLost: () => void = () => {}): Hearing {
  const stopped = new AbortController()
  let attempt = new AbortController()
  let retryMs = firstRetryMs
  let heardAt: number | null = null
  const tell = (list: ServerHint) => {
    hear(list)
    bus.post({ kind: 'server-hint', list })
  }
  const onHeard = () => {
    heardAt = Date.now()
    retryMs = firstRetryMs
  }
  const listenForever = async () => {
    while (!stopped.signal.aborted) {
      attempt = new AbortController()
      const signal = AbortSignal.any([stopped.signal, attempt.signal])
      // Refused or without an answer: lists are polled anyway, the stream only makes them faster.
      const end: unknown = await listenOnce(tell, signal, onHeard).catch((error: unknown) => error)
      heardAt = null
      // A refusal proves that the server is reachable.
      if (!signal.aborted && !(end instanceof AppError)) onLost()
      await wait(retryMs * (0.5 + Math.random() / 2), signal)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
  }
  void listenForever()
  return {
    wake() {
      const silentMs = heardAt === null ? Infinity : Date.now() - heardAt
      // The clock was set back: the duration of the silence is unknown.
      if (silentMs >= 0 && silentMs < doubtMs) return
      retryMs = firstRetryMs
      attempt.abort()
    },
    stop: () => stopped.abort(),
  }
}

async function listenOnce(tell: (list: ServerHint) => void, stopped: AbortSignal, onHeard: () => void): Promise<void> {
  const dead = new AbortController()
  const signal = AbortSignal.any([stopped, dead.signal])
  let silence = setTimeout(() => dead.abort(), connectMs)
  const parser = createParser({
    onEvent(event) {
      const hint = readHint(event.data)
      if (hint) tell(hint)
    },
  })
  try {
    const stream = await openStream(readEvents, { signal })
    onHeard()
    tell('all')
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      onHeard()
      clearTimeout(silence)
      silence = setTimeout(() => dead.abort(), silenceMs)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(silence)
    dead.abort()
  }
}

/** A resource that this build does not know comes from a newer server: ignored. */
function readHint(data: string): ServerHint | undefined {
  try {
    return Hint.safeParse(JSON.parse(data)).data?.list
  } catch {
    return undefined
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
