import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { resources, type Resource } from '#shared/contract/freshness.ts'
import type { OpenRelay } from '#server/db/notifications.ts'

type Listener = (list: Resource) => void

/**
 * Notifies subscribers that a resource of a pharmacy changed. Publish after the commit: a subscriber that reads at once
 * must see the change.
 */
export type Hints = {
  publish(pharmacyId: string, list: Resource): void
  /** Returns a function that ends the subscription. */
  subscribe(pharmacyId: string, listener: Listener): () => void
  close(): Promise<void>
}

const Message = z.object({ from: z.string(), pharmacyId: z.string(), list: z.enum(resources) })
const relayIntervalMs = 200

/**
 * Hints of this process, and of other processes when a relay is given. A failing relay delays hints but loses no data.
 */
export async function openHints(openRelay?: OpenRelay): Promise<Hints> {
  const listeners = new Map<string, Set<Listener>>()
  const from = randomUUID()
  const deliver = (pharmacyId: string, list: Resource): void => {
    for (const listener of listeners.get(pharmacyId) ?? []) listener(list)
  }
  const relay = await openRelay?.((text) => {
    const message = Message.safeParse(parseJson(text))
    if (message.success && message.data.from !== from) deliver(message.data.pharmacyId, message.data.list)
  })
  const outgoing = relay && batched((texts) => relay.send(texts))

  return {
    publish(pharmacyId, list) {
      deliver(pharmacyId, list)
      outgoing?.add(JSON.stringify({ from, pharmacyId, list }))
    },
    subscribe(pharmacyId, listener) {
      const own = listeners.get(pharmacyId) ?? new Set()
      listeners.set(pharmacyId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(pharmacyId) === own) listeners.delete(pharmacyId)
      }
    },
    async close() {
      listeners.clear()
      await outgoing?.flush()
      await relay?.close()
    },
  }
}

/**
 * Sends distinct texts together, at most once per `relayIntervalMs`. NOTIFY takes a lock of the whole cluster, so one
 * message per sale would slow down a rush.
 */
function batched(send: (texts: readonly string[]) => Promise<void>): {
  add(text: string): void
  flush(): Promise<void>
} {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const texts = [...waiting]
    waiting.clear()
    if (texts.length > 0) await send(texts)
  }
  return {
    add(text) {
      waiting.add(text)
      timer ??= setTimeout(() => void flush(), relayIntervalMs)
    },
    flush,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
