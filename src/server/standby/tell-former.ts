import { setTimeout as pause } from 'node:timers/promises'
import { askOnce } from '#server/standby/channel.ts'
import type { Following } from '#server/standby/kept-pairing.ts'

const [oftenMs, rarelyMs] = [1_000, 60_000]

/**
 * Tells the former first computer that it was replaced, as soon as it is there again and as long as this one runs: it stops
 * then, before a till or the tax office meets it. `tell`: what this server says of its pharmacies.
 */
export function tellFormer(
  { of, id, key }: Pick<Following, 'of' | 'id' | 'key'>,
  tell: () => Promise<string>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const isHeard = await tell()
        .then((generations) =>
          askOnce(of, { identity: id, psk: Buffer.from(key, 'hex') }, { do: 'replaced', generations }, stopping.signal),
        )
        // Another server may have its address, or it may not know yet what it is.
        .then(
          (answer) => (answer as { isReplaced?: unknown } | null)?.isReplaced === true,
          () => false,
        )
      await pause(isHeard ? rarelyMs : oftenMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
