import { randomBytes } from 'node:crypto'
import { pairingBytes, pairingWords } from '#shared/domain/pairing-words.ts'
import { pairingKey } from '#server/standby/channel.ts'

export type Offer = {
  /** Six words; those before end. */
  make(): Promise<{ words: string; until: Date }>
  /** The key of the words, for somebody who tries them; null: there are none, or they are over. */
  tried(): Buffer | null
  /** Ends the words. False: they have ended before. */
  use(): boolean
}

const offerMs = 10 * 60_000
const mostAttempts = 5

/** The words of a pairing: they serve once, for ten minutes and five attempts. */
export function openOffer(now: () => Date): Offer {
  let current: { psk: Buffer; untilMs: number; attempts: number } | undefined
  return {
    async make() {
      const words = pairingWords(randomBytes(pairingBytes))
      const until = new Date(now().getTime() + offerMs)
      current = { psk: await pairingKey(words), untilMs: until.getTime(), attempts: 0 }
      return { words, until }
    },
    tried() {
      if (!current) return null
      current.attempts++
      if (current.attempts > mostAttempts || now().getTime() > current.untilMs) current = undefined
      return current?.psk ?? null
    },
    use() {
      const was = current !== undefined
      current = undefined
      return was
    },
  }
}
