import * as z from 'zod'
import { resources } from '#shared/contract/freshness.ts'

const version = 1
const channelName = 'officine:v1'

/**
 * A message to the other windows. Most are hints to read the disk again. Only changes of a list carry their content,
 * because receiving fifty rows is faster than reading them in three windows; a window that does not show the preceding
 * write reads the disk.
 */
export const Notice = z.discriminatedUnion('kind', [
  /**
   * A store on disk changed. `rev` increases with each write, 0 when not counted. `list` and `parts` limit the change;
   * missing: any.
   */
  z.object({
    kind: z.literal('changed'),
    store: z.enum(['identity', 'sales', 'lists']),
    rev: z.number(),
    list: z.string().optional(),
    parts: z.array(z.string()).optional(),
  }),
  /**
   * A list changed, with the content. `since`: the preceding rev. `build`: the writer's build; other builds treat it as
   * a hint.
   */
  z.object({
    kind: z.literal('list-written'),
    build: z.string(),
    list: z.string(),
    since: z.number(),
    meta: z.unknown(),
    items: z.array(z.looseObject({ id: z.string() })),
    removed: z.array(z.string()),
  }),
  /** Result of a connectivity check (domain/connectivity); `since`: start of the outage in epoch ms. */
  z.object({
    kind: z.literal('connectivity'),
    state: z.enum(['online', 'offline']),
    since: z.number().nullable(),
    isUnstable: z.boolean().default(false),
    recent: z.array(z.enum(['prompt', 'slow', 'none'])).default([]),
  }),
  /** A window measured by how much the server's clock is ahead of this terminal's, in ms. `at`: the terminal's clock. */
  z.object({ kind: z.literal('clock'), skewMs: z.number(), at: z.number() }),
  /** Liveness check of the leader by the waiting windows. */
  z.object({ kind: z.literal('leader'), says: z.enum(['are you there', 'here']) }),
  /** « Ouvrir ici »: the window that shows this sale lets go of it. */
  z.object({ kind: z.literal('sale-asked'), saleId: z.string() }),
  /** A window was touched: the terminal is not left alone. `isOffice`: a window of the back-office. */
  z.object({ kind: z.literal('activity'), isOffice: z.boolean().optional() }),
  /** The server says what changed; `all` when hints may have been missed. */
  z.object({ kind: z.literal('server-hint'), list: z.enum([...resources, 'all']) }),
])
export type Notice = z.infer<typeof Notice>

const Envelope = z.object({ v: z.literal(version), from: z.string(), notice: Notice })

export type Bus = {
  /** Identifies this window. */
  readonly id: string
  /** Sends to all other windows, not to this one. */
  post(notice: Notice): void
  /** Returns the unsubscribe function. */
  subscribe(hear: (notice: Notice) => void): () => void
  close(): void
}

/**
 * Opens this window's end of the channel. Invalid messages and those of other protocol versions are ignored, because
 * old and new windows coexist during an update.
 */
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
      // A late task may post after `close`; the channel would throw.
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
