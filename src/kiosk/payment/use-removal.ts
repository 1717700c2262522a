import { useRef, useState } from 'react'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { bringBackPayment, removePayment } from './payment-edits.ts'

const undoMs = 5_000
/** After a removal the next row moves up: a touch within this time was meant for the removed row. */
const touchedTwiceMs = 400

/** Removes a payment. The undo is available until something else is typed. */
export function useRemoval(sale: LocalSale, cashStep: number, onEdit: (edit: SaleEdit) => void) {
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const lastMs = useRef(-touchedTwiceMs)
  const currency = useCurrency()
  const forget = () => setNotice(null)
  const edit = (change: SaleEdit) => {
    forget()
    onEdit(change)
  }
  const remove = (paymentId: string) => {
    const nowMs = performance.now()
    const payment = sale.payments.find(({ id }) => id === paymentId)
    if (!payment || nowMs - lastMs.current < touchedTwiceMs) return
    lastMs.current = nowMs
    onEdit((stored) => removePayment(stored, paymentId, cashStep))
    const amount = formatMoney(payment.type === 'CASH' ? payment.tendered : payment.amount, currency)
    setNotice({
      tone: 'info',
      text: `Paiement retiré\u00a0: ${paymentLabels[payment.type]}, ${amount}`,
      lastsMs: undoMs,
      action: { label: 'Annuler', onClick: () => edit((stored) => bringBackPayment(stored, payment, sale, cashStep)) },
    })
  }
  return { notice, forget, edit, remove }
}
