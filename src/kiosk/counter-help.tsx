import { useAtomValue } from 'jotai'
import { dayOfAtom, leftOfAtom } from '#kiosk/ui/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/ui/edit-sale.ts'
import type { HelpAsk } from '#kiosk/ui/help-ask.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { useNow } from '#kiosk/ui/use-now.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { missedDraftOf } from './help/missed-draft.ts'
import { MissedPanel } from './help/missed-panel.tsx'
import { PrescriptionPanel } from './help/prescription-panel.tsx'
import { useNoting } from './use-noting.ts'

interface CounterHelpProps {
  ask: HelpAsk | null
  sale: LocalSale
  onEdit: (edit: SaleEdit) => void
  onAsk: (ask: HelpAsk | null) => void
  onNotice: (notice: NoticeContent | null) => void
  /** Somebody left without it: it is not searched for any more. */
  onMissed: () => void
}

/** What helps while selling, over the counter: nothing of it holds a sale back. */
export function CounterHelp({ ask, sale, onEdit, onAsk, onNotice, onMissed }: CounterHelpProps) {
  const today = useAtomValue(dayOfAtom)(useNow())
  const leftOf = useAtomValue(leftOfAtom)
  const note = useNoting(onNotice)
  const close = () => onAsk(null)
  switch (ask?.kind) {
    case undefined:
    case 'purchases':
      return null
    case 'prescription':
      return <PrescriptionPanel sale={sale} onEdit={onEdit} onClose={close} />
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
