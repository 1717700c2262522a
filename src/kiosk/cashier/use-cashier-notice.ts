import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { isEmptySale, type LocalSale } from '#shared/domain/local-sale.ts'
import { sentBackWords } from '#shared/domain/preparation.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { cutOffAtom, lastSentAtom } from './use-sending.ts'

const shownMs = 10_000

const cutOffWords = {
  collects:
    'Hors ligne\u00a0: cette vente ne peut pas partir en caisse. Encaissez-la ici\u00a0; elle sera dans votre caisse.',
  keeps:
    'Hors ligne\u00a0: cette vente ne peut pas partir en caisse. Elle reste sur ce poste\u00a0: envoyez-la quand le réseau est revenu.',
} as const

/**
 * What the counter says about the central cashier: the sale that was just sent, why the cashier sent this one back, or
 * what becomes of it without a network. Null: nothing, or the notice was closed.
 */
export function useCashierNotice(sale: LocalSale): { notice: NoticeContent | null; dismiss: () => void } {
  const [sent, setSent] = useAtom(lastSentAtom)
  const cutOff = useAtomValue(cutOffAtom)
  const [closed, setClosed] = useState<string | null>(null)
  const currency = useCurrency()
  const back = sale.sentBack && { key: `${sale.id} ${sale.sentBack.at}`, text: sentBackWords(sale.sentBack) }
  const cut = cutOff && !isEmptySale(sale) ? { key: `${sale.id} ${cutOff}`, text: cutOffWords[cutOff] } : undefined
  const said = [back, cut].find((each) => each && each.key !== closed)
  const text = said?.text
  const notice = useMemo((): NoticeContent | null => {
    if (sent)
      return {
        tone: 'info',
        text: `Vente ${sent.identifier} envoyée en caisse\u00a0: ${formatMoney(sent.due, currency)} à encaisser.`,
        lastsMs: shownMs,
      }
    return text === undefined ? null : { tone: 'warning', text }
  }, [sent, text, currency])
  return { notice, dismiss: () => (sent ? setSent(null) : setClosed(said?.key ?? null)) }
}
