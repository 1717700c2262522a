import { atom } from 'jotai'
import { clientOf, paymentsFrom, type Payment } from '#shared/domain/payment.ts'
import { changeOf } from '#shared/domain/sale.ts'
import { debtorOfAtom } from './credit-of.ts'

export const nothingToGive = 'Payé, rien à rendre'

/**
 * The main amount of a paid sale: its change, or the credit if no cash was given. `amount` in minor units, null where
 * nothing is given back. `change` names the change, `nothing` says that there is none.
 */
export const settledWordsAtom = atom((get) => {
  const debtorOf = get(debtorOfAtom)
  return (payments: readonly Payment[], { change, nothing = nothingToGive }: { change: string; nothing?: string }) => {
    const given = changeOf(payments)
    const debts = paymentsFrom('debt', payments).filter(({ amount }) => amount > 0)
    if (debts.length === 0 || payments.some(({ type }) => type === 'CASH'))
      return given > 0 ? { label: change, amount: given } : { label: nothing, amount: null }
    const nameOf = (clientId: string | null) =>
      clientId === null ? 'client à choisir' : (debtorOf(clientId)?.name ?? 'ce client')
    const names = new Set(debts.map((debt) => nameOf(clientOf(debt))))
    return {
      label: `Au crédit de ${[...names].join(', ')}`,
      amount: debts.reduce((sum, { amount }) => sum + amount, 0),
    }
  }
})
