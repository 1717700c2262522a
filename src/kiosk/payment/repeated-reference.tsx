import { atom, useAtomValue } from 'jotai'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { saleWithTransaction } from '#shared/domain/transaction-reference.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import classes from './payment-fields.module.css'

/** What this terminal knows of paid and open sales, and how each is called. A canceled sale asks for nothing more. */
const paidHereAtom = atom((get) => {
  const { acknowledged, sales } = get(snapshotAtom)
  return [
    ...sales.map(({ id, payments, identifier }) => ({ id, payments, name: identifier })),
    ...acknowledged.flatMap(({ id, reply: { payments, number, status } }) =>
      status === 'CANCELED' ? [] : [{ id, payments, name: `n°\u00a0${number}` }],
    ),
  ]
})

/** Says that the transaction of this payment has paid another sale, or this one already. */
export function RepeatedReference({
  payment,
  sale: { id, payments, replaces },
}: {
  payment: Payment
  sale: Pick<LocalSale, 'id' | 'payments' | 'replaces'>
}) {
  const others = useAtomValue(paidHereAtom).filter((sale) => sale.id !== id && sale.id !== replaces?.id)
  const found = saleWithTransaction(payment, [{ payments, name: null }, ...others])
  if (!found) return null
  return (
    <p className={classes.said} role="alert">
      {found.name === null
        ? 'Cette référence est déjà dans un autre paiement de cette vente.'
        : `Cette référence a déjà payé la vente ${found.name}. Vérifiez le message du client.`}
    </p>
  )
}
