import { useAtom } from 'jotai'
import { useMemo } from 'react'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { lastSentAtom } from './use-sending.ts'

const shownMs = 10_000

/**
 * The notice after a sale was sent to the cashier: its identifier and the amount due. Null if no sale was just sent.
 */
export function useSentNotice(): { notice: NoticeContent | null; dismiss: () => void } {
  const [sent, setSent] = useAtom(lastSentAtom)
  const currency = useCurrency()
  const notice = useMemo(
    (): NoticeContent | null =>
      sent && {
        tone: 'info',
        text: `Vente ${sent.identifier} envoyée en caisse\u00a0: ${formatMoney(sent.due, currency)} à encaisser.`,
        lastsMs: shownMs,
      },
    [sent, currency],
  )
  return { notice, dismiss: () => setSent(null) }
}
