import type { LineShare } from '#shared/domain/payment.ts'

/** A line of the sale of a voucher; `returned`: how many of `quantity` came back; `levy`: it is the AIB. */
export type BasisLine = {
  id: string
  label: string
  quantity: number
  price: number
  returned: number
  levy?: string | null
}
/** A payment of it; `shares` null: not told line by line. */
export type BasisPayment = {
  id: string
  isByPayer: boolean
  amount: number
  refunded: number
  shares: readonly LineShare[] | null
}
export type VoucherBasis = {
  /** Of the lines that the voucher is for, in minor units. */
  total: number
  /** What neither its payer nor another one takes of them. */
  patient: number
  medicines: { label: string; quantity: number }[]
}

/**
 * What a voucher is for: the lines of which its payment takes a share, or the whole sale when it says none, without
 * what was brought back. Laws: 0 ≤ patient ≤ total; of a sale without returns, total = patient + the payers’ shares.
 */
export function voucherBasis(
  paymentId: string,
  lines: readonly BasisLine[],
  payments: readonly BasisPayment[],
): VoucherBasis {
  const shares = payments.find(({ id }) => id === paymentId)?.shares
  const isFor = new Set(
    shares?.flatMap(({ lineId, amount }) => (amount > 0 ? [lineId] : [])) ?? lines.map(({ id }) => id),
  )
  const covered = lines.flatMap((line) => {
    const quantity = line.quantity - line.returned
    return isFor.has(line.id) && quantity > 0 ? [{ ...line, quantity }] : []
  })
  const total = covered.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const taken = payments.reduce((sum, payment) => {
    if (!payment.isByPayer && payment.id !== paymentId) return sum
    const share =
      payment.shares?.reduce((part, { lineId, amount }) => part + (isFor.has(lineId) ? amount : 0), 0) ?? payment.amount
    return sum + Math.max(0, share - payment.refunded)
  }, 0)
  return {
    total,
    patient: Math.max(0, total - taken),
    medicines: covered.flatMap(({ label, quantity, levy }) => (levy ? [] : [{ label, quantity }])),
  }
}
