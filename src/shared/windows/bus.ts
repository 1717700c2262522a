import * as z from 'zod'
import { resources } from '#shared/contract/freshness.ts'

const version = 1
const channelName = 'officine:v1'

/**
 * What a window says to the others. Small hints: the hearer reads the disk again. Only a change of a list travels whole, since fifty rows are heard sooner than three
 * windows have read them: whoever does not show the very writing before it reads the disk.
 */
export const Notice = z.discriminatedUnion('kind', [
  /** A store on disk has a new content: `rev` grows with each writing, 0 when the writer does not count; of the lists, which one, of the sales, which parts (none named: any). */
  z.object({
    kind: z.literal('changed'),
    store: z.enum(['identity', 'sales', 'lists']),
    rev: z.number(),
    list: z.string().optional(),
    parts: z.array(z.string()).optional(),
  }),
  /** The same with what was written; `since` is the writing before it, `build` the version that wrote: to another one it is only a hint. */
  z.object({
    kind: z.literal('list-written'),
    build: z.string(),
    list: z.string(),
    since: z.number(),
    meta: z.unknown(),
    items: z.array(z.looseObject({ id: z.string() })),
    removed: z.array(z.string()),
  }),
  /** What one window found out about the network (domain/connectivity); `since` is the start of the offline time, in milliseconds of the clock. */
  z.object({
    kind: z.literal('connectivity'),
    state: z.enum(['online', 'offline']),
    since: z.number().nullable(),
    isUnstable: z.boolean().default(false),
    recent: z.array(z.enum(['prompt', 'slow', 'none'])).default([]),
  }),
  /** Between the leader and those who wait for its place: one that does not answer hangs. */
  z.object({ kind: z.literal('leader'), says: z.enum(['are you there', 'here']) }),
  /** The server says what changed; `all` when hints may have been missed. */
  z.object({ kind: z.literal('server-hint'), list: z.enum([...resources, 'all']) }),
])
export type Notice = z.infer<typeof Notice>

const Envelope = z.object({ v: z.literal(version), from: z.string(), notice: Notice })

export type Bus = {
  /** Names this window among the others. */
  readonly id: string
  /** Tells every other window; the poster does not hear itself. */
  post(notice: Notice): void
  /** Returns the way to stop hearing. */
  subscribe(hear: (notice: Notice) => void): () => void
  close(): void
}

/** Opens this window's end of the one channel. What another version or a stranger posts is ignored: an old and a new window coexist during an update. */
export function openBus(): Bus {
  const id = crypto.randomUUID()
  const channel = new BroadcastChannel(channelName)
  const hearers = new Set<(notice: Notice) => void>()
  let isOpen = true
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const envelope = Envelope.safeParse(event.data)
    if (!envelope.success) return
    for (const hear of hearers) hear(envelope.data.notice)
  }
  return {
    id,
    post(notice) {
      // A late task may post after the window has closed its end; the channel would throw.
      if (isOpen) channel.postMessage({ v: version, from: id, notice } satisfies z.infer<typeof Envelope>)
    },
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    close() {
      isOpen = false
      hearers.clear()
      channel.close()
    },
  }
}
