import { atom, useAtom } from 'jotai'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'

/** Server refusals that the user has answered in this window, by sale id and revision. */
const answeredAtom = atom<ReadonlySet<string>>(new Set<string>())

type Closing = { refusal: SaleError | null; dismissRefusal: () => void; end: () => Promise<void> }

/**
 * The error that blocks a sale: the refusal of the last attempt to close it, otherwise the error of an earlier server
 * refusal that the user has not answered yet.
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
      // Without a refusal no state changes, so no rendering delays the write to the disk.
      if (refusal) answer()
      void closing.end()
    },
  }
}
