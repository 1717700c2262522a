import { Checkbox, TextInput } from '@mantine/core'
import type { BillLine } from '#shared/contract/bills.ts'
import { type Currency, formatAmount } from '#shared/ui/money-format.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { readAmount } from '#shared/ui/read-amount.ts'
import importing from '#backoffice/ui/imports/imports.module.css'
import table from '#backoffice/ui/small-table.module.css'

/** The typed amount by voucher; a voucher that is not ticked is missing. */
export type Shares = Readonly<Record<string, string>>

const keyOf = ({ saleId, paymentId }: Pick<BillLine, 'saleId' | 'paymentId'>) => `${saleId} ${paymentId}`

/** What is for which voucher; NaN for a text that is no amount. */
export function sharesOf(lines: readonly BillLine[], shares: Shares, currency: Currency) {
  return lines.flatMap((line) => {
    const typed = shares[keyOf(line)]
    if (typed === undefined) return []
    return [{ saleId: line.saleId, paymentId: line.paymentId, amount: readAmount(typed, currency) ?? Number.NaN }]
  })
}

interface PaymentSharesProps {
  lines: readonly BillLine[]
  shares: Shares
  /** The amount of the payment; null: not typed. */
  paid: number | null
  onChange: (shares: Shares) => void
}

/** Which vouchers a payment is for, and how much of each: all that is left unless another amount is typed. */
export function PaymentShares({ lines, shares, paid, onChange }: PaymentSharesProps) {
  const currency = useCurrency()
  const spread = sharesOf(lines, shares, currency).reduce((sum, { amount }) => sum + (amount || 0), 0)
  const tick = (line: BillLine, isTicked: boolean) => {
    const { [keyOf(line)]: _, ...others } = shares
    onChange(isTicked ? { ...others, [keyOf(line)]: formatAmount(line.left, currency) } : others)
  }
  return (
    <>
      <div
        className={importing.rows}
        style={{ maxHeight: 260, overflowY: 'auto' }}
        tabIndex={0}
        role="group"
        aria-label="Bons payés"
      >
        <table className={`${table.table} ${table.dense}`}>
          <tbody>
            {lines.map((line) => {
              const key = keyOf(line)
              const name = `Bon ${line.voucher ?? line.position}`
              return (
                <tr key={key}>
                  <td style={{ whiteSpace: 'normal' }}>
                    <Checkbox
                      label={`${name}, ${line.beneficiary ?? 'sans nom'}, ${formatShortDay(line.soldAt)}`}
                      checked={key in shares}
                      onChange={(event) => tick(line, event.currentTarget.checked)}
                    />
                  </td>
                  <td className={table.end}>
                    <Money amount={line.left} />
                  </td>
                  <td className={table.end}>
                    {key in shares && (
                      <TextInput
                        aria-label={`Payé du ${name.toLocaleLowerCase('fr')}`}
                        size="xs"
                        w={110}
                        value={shares[key]}
                        onChange={(event) => onChange({ ...shares, [key]: event.currentTarget.value })}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p>
        Réparti&nbsp;: <Money amount={spread} unit />
        {paid !== null && paid > spread && (
          <>
            , restera d’avance&nbsp;: <Money amount={paid - spread} unit />
          </>
        )}
      </p>
    </>
  )
}
