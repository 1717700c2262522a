import { createParser } from 'eventsource-parser'
import type * as z from 'zod'
import { openStream } from '#shared/client/call.ts'
import { Hint, readEvents } from '#shared/contract/base.ts'
import type { Bus, Notice } from '#shared/windows/bus.ts'

export type ServerHint = Extract<Notice, { kind: 'server-hint' }>['list']

const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** The server speaks at least every 20 s; a stream that is silent for longer than this is dead, whatever TCP believes. */
const silenceMs = 50_000

/**
 * Hears the server for all windows (the leader's work): each hint is told to this window and, over the bus, to the others.
 * After each (re)connection the hint is `all`: what changed meanwhile was not heard. Returns the way to stop.
 */
export function hearServer(bus: Bus, hear: (list: ServerHint) => void): () => void {
  const stopped = new AbortController()
  const tell = (list: ServerHint) => {
    hear(list)
    bus.post({ kind: 'server-hint', list })
  }
  void listenForever(tell, stopped.signal)
  return () => stopped.abort()
}

async function listenForever(tell: (list: ServerHint) => void, stopped: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs
  while (!stopped.aborted) {
    try {
      await listenOnce(tell, stopped, () => {
        retryMs = firstRetryMs
      })
    } catch {
      // Refused or unanswered: the polling of the lists is the floor, the stream only makes it quick.
    }
    await wait(retryMs * (0.5 + Math.random() / 2), stopped)
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }
}

async function listenOnce(tell: (list: ServerHint) => void, stopped: AbortSignal, onConnected: () => void): Promise<void> {
  const dead = new AbortController()
  const signal = AbortSignal.any([stopped, dead.signal])
  let silence = setTimeout(() => dead.abort(), silenceMs)
  const parser = createParser({
    onEvent(event) {
      const hint = readHint(event.data)
      if (hint) tell(hint.list)
    },
  })
  try {
    const stream = await openStream(readEvents, { signal })
    onConnected()
    tell('all')
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      clearTimeout(silence)
      silence = setTimeout(() => dead.abort(), silenceMs)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(silence)
    dead.abort()
  }
}

/** An unknown list comes from a newer server: not our business. */
function readHint(data: string): z.infer<typeof Hint> | undefined {
  try {
    return Hint.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
