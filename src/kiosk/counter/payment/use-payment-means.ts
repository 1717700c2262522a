import { useAtomValue } from 'jotai'
import { dutyAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { bookedCash } from '#shared/domain/correction-money.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { stampDutyOn } from '#shared/domain/fiscal/stamp-duty.ts'
import { minor } from '#shared/domain/money.ts'
import { quickAmounts } from '#shared/domain/quick-amounts.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import type { QuickNote } from '#shared/ui/quick-notes.tsx'

/**
 * What this pharmacy's country pays with: the smallest coin in minor units, the mobile money operators, and the notes
 * that a customer may give for the cash part of this sale, each with its change.
 */
export function usePaymentMeans(sale: LocalSale) {
  const { cashStep, denominations, operators } = useAtomValue(tradeAtom)
  const currency = useCurrency()
  const others = sale.payments.filter((payment) => payment.type !== 'CASH')
  const owed = saleBalance({ ...sale, payments: others }, cashStep).remainder
  // A correction asks only for what the replaced sale did not bring.
  const stampDuty = stampDutyOn(sale, { duty: useAtomValue(dutyAtom)(sale), cashStep })
  const due = minor(cashDue(owed, cashStep) + stampDuty - bookedCash(sale))
  const notes = quickAmounts(due, denominations).map(({ tendered, change }): QuickNote => ({
    amount: tendered,
    hint: change === 0 ? exactWords(owed - cashDue(owed, cashStep)) : `rendu ${formatAmount(change, currency)}`,
  }))
  return { cashStep, operators, notes }

  function exactWords(rounding: number): string {
    return rounding === 0 ? 'compte juste' : `juste, arrondi ${formatAmount(Math.abs(rounding), currency)}`
  }
}
