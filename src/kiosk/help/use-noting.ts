import { useSetAtom, useStore } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { forgetMissedSaleAtom, noteMissedSaleAtom } from '#shared/store/sales/note-atoms.ts'
import type { TypedMissedSale } from '#shared/store/sales/missed-sale-store.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import { missedTodayAtom, missedTodayWords } from './missed-today.ts'

const undoMs = 5_000
/** Stored at once, so that it cannot be lost, but sent only after the undo has expired. */
const heldMs = undoMs + 1_000

/** Notes a missed sale, shows a notice with today's count, and offers an undo for five seconds. */
export function useNoting(onNotice: (notice: NoticeContent) => void): (missed: TypedMissedSale) => Promise<void> {
  const store = useStore()
  const currency = useCurrency()
  const note = useSetAtom(noteMissedSaleAtom)
  const forget = useSetAtom(forgetMissedSaleAtom)
  const today = () => `${missedTodayWords(store.get(missedTodayAtom)(pharmacyNow()), currency)}.`
  const takeBack = async (id: string) => {
    try {
      onNotice(
        (await forget(id))
          ? { tone: 'info', text: `Vente manquée effacée. ${today()}`, lastsMs: undoMs }
          : { tone: 'warning', text: 'Cette vente manquée est déjà envoyée\u00a0: elle reste notée.' },
      )
    } catch {
      onNotice({ tone: 'danger', text: 'Ce poste n’a pas pu l’effacer\u00a0: elle reste notée.' })
    }
  }
  return async (missed) => {
    try {
      const { id } = await note(missed, heldMs)
      onNotice({
        tone: 'info',
        text: `Noté. ${today()}`,
        lastsMs: undoMs,
        action: { label: 'Annuler', onClick: () => void takeBack(id) },
      })
    } catch (error) {
      onNotice({
        tone: 'danger',
        text: writeFailureWords(
          error,
          `${missed.label}\u00a0: la vente manquée n’a pas pu être notée sur ce poste. Réessayez.`,
        ),
      })
    }
  }
}
