import type { Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { Voucher } from '#shared/domain/sale.ts'
import type { DemoMember } from '#server/demo/demo-pharmacies.ts'
import type { Movement } from '#server/demo/past-ledger.ts'
import type { PastLot } from '#server/demo/past-lots.ts'

export type PastRegister = {
  id: string
  seller: DemoMember
  terminal: Terminal
  unlockId: string
  openedAt: Date
  float: number
  closed: { by: string; at: Date } | null
  /** A colleague took it over in the middle of the day. */
  handedOver: (Holder & { at: Date }) | null
}
/** The member who holds a register, and his unlock at its terminal. */
export type Holder = { seller: DemoMember; unlockId: string }
export type PastSale = {
  id: string
  number: number
  identifier: string
  at: Date
  register: PastRegister
  /** Who held the register then. */
  holder: Holder
  patientId: string | null
  records: { id: string; lot: PastLot; quantity: number }[]
  /** The AIB of its buyer. */
  vouchers: Voucher[]
  buyer: Buyer | null
  payments: Payment[]
  total: number
  /** Rounding of a cash payment to the smallest coin. */
  rounding: number
  units: number
  goesBelowZero: boolean
  canceled: PastCancellation | null
}
export type PastTrade = {
  registers: PastRegister[]
  sales: PastSale[]
  movements: Movement[]
  quantities: ReadonlyMap<string, number>
  gestures: PastGesture[]
  returns: PastReturn[]
}

export type Terminal = { id: string; code: string }

export const expenseReasons = ['Achat de fournitures', 'Transport', 'Entretien', 'Avance sur salaire', 'Autre'] as const

export type ExpenseReason = (typeof expenseReasons)[number]

/** Cash that left or entered a drawer without a sale, by who held it. `amount` in minor units. */
export type PastGesture = {
  id: string
  register: PastRegister
  at: Date
  amount: number
} & ({ kind: 'deposit' | 'cash-in' } | ({ kind: 'disbursement' } & Expense))
export type Expense = { reason: ExpenseReason; beneficiary: string | null; note: string | null }
export type PastCancellation = { at: Date; reason: string }
/** One box of the first line, which was resold or not; paid back in cash. */
export type PastReturn = { id: string; number: number; sale: PastSale; at: Date; reason: string; toStock: boolean }
