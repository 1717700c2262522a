import { useRef } from 'react'
import type { HelpAsk, MissedSubject } from '#kiosk/counter/sale/help-ask.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { SaleRecord, Voucher } from '#shared/domain/sale.ts'
import type { LineFacts } from './use-line-facts.ts'

interface HelpGestures {
  sale: LocalSale
  factsOf: (record: SaleRecord) => LineFacts
  /** The line that a key acts on. */
  inHand: SaleRecord | Voucher | undefined
  onHelp: (ask: HelpAsk) => void
}

/** The gestures that open a help panel: prescription, buyer, purchases of the patient, missed sale. */
export function useHelpGestures({ sale, factsOf, inHand, onHelp }: HelpGestures) {
  /** What the search field asks for; null: the field is empty. */
  const searched = useRef<MissedSubject>(null)
  const askMissed = (subject: MissedSubject) => onHelp({ kind: 'missed', subject })
  const missLine = (line: SaleRecord | Voucher) => {
    const facts = 'stockItemId' in line && factsOf(line)
    askMissed(facts ? { product: facts.product, line } : { text: line.label, quantity: line.quantity })
  }
  return {
    searched,
    askMissed,
    missLine,
    /** The missed product is what the search field asks for, otherwise the line in hand. */
    miss() {
      if (searched.current || !inHand) askMissed(searched.current ?? { text: '' })
      else missLine(inHand)
    },
    prescribe: () => onHelp({ kind: 'prescription' }),
    nameBuyer: () => onHelp({ kind: 'buyer' }),
    showPurchases() {
      if (sale.patient) onHelp({ kind: 'purchases' })
    },
  }
}
