import { atom, useAtom } from 'jotai'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'

/** Refusals of the server that were answered in this window, by sale id and revision. */
const answeredAtom = atom<ReadonlySet<string>>(new Set<string>())

type Closing = { refusal: SaleError | null; dismissRefusal: () => void; end: () => Promise<void> }

/**
 * What blocks a sale: the refusal of the last closing, otherwise the error with which the server refused it earlier,
 * until that is answered.
 */
export function useRefusal(sale: LocalSale, closing: Closing) {
  const [answered, setAnswered] = useAtom(answeredAtom)
  const key = `${sale.id} ${sale.revision}`
  const ofServer = answered.has(key) ? null : (sale.errors[0] ?? null)
  const answer = () => {
    setAnswered((before) => new Set([...before, key]))
    closing.dismissRefusal()
  }
  const refusal = closing.refusal ?? ofServer
  return {
    refusal,
    answer,
    end() {
      // Without a refusal there is no state to change. The write to the disk then starts before any rendering.
      if (refusal) answer()
      void closing.end()
    },
  }
}
