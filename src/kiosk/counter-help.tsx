import { useAtomValue } from 'jotai'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { dayOfAtom, leftOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { HelpAsk } from '#kiosk/counter/sale/help-ask.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { BuyerPanel } from './help/buyer-panel.tsx'
import { missedDraftOf } from './help/missed-draft.ts'
import { MissedPanel } from './help/missed-panel.tsx'
import { PrescriptionPanel } from './help/prescription-panel.tsx'
import { PurchasesPanel } from './help/purchases-panel.tsx'
import { resume } from './help/resume-purchases.ts'
import { useNoting } from '#kiosk/help/use-noting.ts'

interface CounterHelpProps {
  ask: HelpAsk | null
  sale: LocalSale
  onEdit: (edit: SaleEdit) => void
  onAsk: (ask: HelpAsk | null) => void
  onNotice: (notice: NoticeContent | null) => void
  /** A missed sale was noted: clears the search text. */
  onMissed: () => void
  onEquivalents: (product: PharmacyProduct) => void
}

/** The help panels over the counter. They never block a sale. */
export function CounterHelp({ ask, sale, onEdit, onAsk, onNotice, onMissed, onEquivalents }: CounterHelpProps) {
  const today = useAtomValue(dayOfAtom)(useNow())
  const leftOf = useAtomValue(leftOfAtom)
  const note = useNoting(onNotice)
  const patientOf = useAtomValue(patientOfAtom)
  const close = () => onAsk(null)
  switch (ask?.kind) {
    case undefined:
      return null
    case 'purchases':
      // The patient may have been removed from the ticket meanwhile.
      return sale.patient ? (
        <PurchasesPanel
          patient={patientOf(sale.patient) ?? sale.patient}
          sale={sale}
          onClose={close}
          onResume={(lines) => {
            close()
            onEdit(resume(lines))
          }}
          onEquivalents={(product) => {
            close()
            onEquivalents(product)
          }}
          onMissed={(product) => onAsk({ kind: 'missed', subject: { product } })}
        />
      ) : null
    case 'prescription':
      return <PrescriptionPanel sale={sale} onEdit={onEdit} onClose={close} />
    case 'buyer':
      return <BuyerPanel sale={sale} onEdit={onEdit} onClose={close} />
    case 'missed':
      return (
        <MissedPanel
          initial={missedDraftOf(ask.subject, { today, leftOf })}
          onClose={close}
          onNote={(missed) => {
            close()
            onMissed()
            void note(missed)
          }}
        />
      )
  }
}
