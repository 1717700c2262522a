import { deliveries, type DeliveryDetail } from '#shared/contract/deliveries.ts'
import { sumsOfDelivery } from '#shared/domain/deliveries/delivery-sums.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { AibButton, useHasAib } from '#backoffice/deliveries/delivery-aib.tsx'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import { NoteNumberButton } from '#backoffice/deliveries/note-number.tsx'
import { OrderOfDelivery } from '#backoffice/deliveries/order-of-delivery.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, Sheet } from '#backoffice/ui/sheet.tsx'

interface NoteSheetProps {
  delivery: DeliveryDetail
  lines: readonly JudgedLine[]
  mayAct: boolean
}

/** What the supplier's papers say. */
export function NoteSheet({ delivery, lines, mayAct }: NoteSheetProps) {
  const currency = useCurrency()
  const hasAib = useHasAib() && delivery.state !== 'canceled'
  const mayPatch = useMay(deliveries.patch)
  return (
    <Sheet
      title="Le BL"
      actions={
        <>
          {mayAct && <NoteNumberButton delivery={delivery} />}
          {mayPatch && hasAib && <AibButton id={delivery.id} aib={delivery.aib} net={sumsOfDelivery(lines).net} />}
        </>
      }
    >
      <FactList facts={factsOf(delivery, lines, (amount) => formatMoney(amount, currency))} />
      <OrderOfDelivery delivery={delivery} />
    </Sheet>
  )
}

function factsOf(delivery: DeliveryDetail, lines: readonly JudgedLine[], money: (amount: number) => string): Fact[] {
  const { total, net, vat } = sumsOfDelivery(lines)
  const { noteTotal, aib } = delivery
  return [
    ['Livraison', `n°\u00a0${delivery.number}`],
    ['Date du BL', delivery.noteDay && formatDay(delivery.noteDay)],
    ['Total du BL', noteTotal === null ? null : money(noteTotal)],
    ['Reçu HT', money(net)],
    ['TVA', money(vat)],
    ...(aib === null ? [] : [['AIB', money(aib)] as const, ['Total avec AIB', money(total + aib)] as const]),
    ['Écart avec le BL', noteTotal === null ? null : money(total - noteTotal)],
    ['Saisie par', delivery.createdByName],
    ...(delivery.closedByName ? [['Validée par', delivery.closedByName] as const] : []),
    ...(delivery.cancelReason ? [['Annulée', delivery.cancelReason] as const] : []),
    ...(delivery.note ? [['Note', delivery.note] as const] : []),
  ]
}
