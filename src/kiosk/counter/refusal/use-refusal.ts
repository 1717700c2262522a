import { atom, useAtom } from 'jotai'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'

/** Refusals of the server that were answered in this window, by sale and revision. */
const answeredAtom = atom<ReadonlySet<string>>(new Set<string>())

type Closing = { refusal: SaleError | null; dismissRefusal: () => void; end: () => Promise<void> }

/** What stands in the way of a sale: what ending it just said, else why the server refused it before it was taken up again, until that is answered. */
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
      // Where nothing was said nothing is drawn anew: the sale is handed to the disk first.
      if (refusal) answer()
      void closing.end()
    },
  }
}
