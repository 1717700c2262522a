import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import type { Payment } from '#shared/domain/payment.ts'
import { useFieldScan } from '#kiosk/counter/scan/field-scan.ts'

export type InsurancePayment = Extract<Payment, { type: 'INSURANCE' }>
const longest = 100

interface VoucherFieldProps {
  payment: InsurancePayment
  /** This number is missing: a scan fills this field even if the focus is elsewhere. */
  isAskedFor?: boolean
  onPayment: (payment: InsurancePayment) => void
}

/** The number of an insurer's voucher, typed or scanned. */
export function VoucherField({ payment, isAskedFor = false, onPayment }: VoucherFieldProps) {
  const { insuranceMetadata } = payment
  const keep = (voucher: string | null) =>
    onPayment({ ...payment, insuranceMetadata: { ...insuranceMetadata, voucher } })
  const scanning = useFieldScan((text) => keep(text.trim().slice(0, longest) || null), isAskedFor)
  return (
    <div {...scanning}>
      <CommittedField
        label="Numéro de bon"
        value={insuranceMetadata.voucher}
        placeholder="À taper ou à scanner"
        onCommit={keep}
      />
    </div>
  )
}
