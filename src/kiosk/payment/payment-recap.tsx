import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payerNameOf, paymentLabels, policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { displayName, initials } from '#shared/domain/person.ts'
import { lineTotal, type SaleBalance } from '#shared/domain/sale.ts'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './payment-recap.module.css'

interface PaymentRecapProps {
  sale: LocalSale
  balance: SaleBalance
  /** For whom the invoice is made. */
  buyer: ReactNode
  onBack: () => void
}

/** The lines of the sale and the other payers, beside the payments if there is room. */
export function PaymentRecap({ sale, balance, buyer, onBack }: PaymentRecapProps) {
  const payers = sale.payments.filter((payment) => policyOfPayment(payment) !== null)
  const covered = payers.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <aside className={classes.recap} aria-label="Récapitulatif">
      <RecapHead sale={sale} />
      {buyer}
      <ul>
        {[...sale.records, ...sale.vouchers].map((line) => (
          <li key={line.id}>
            <span>
              {unbroken(line.label)} {line.quantity > 1 && <em>× {formatAmount(line.quantity, { decimals: 0 })}</em>}
            </span>
            <b>
              <Money amount={lineTotal(line)} />
            </b>
          </li>
        ))}
      </ul>
      <div className={classes.recapFoot}>
        <dl>
          <div data-final={payers.length === 0 || undefined}>
            <dt>Total</dt>
            <dd>
              <Money amount={balance.total} unit />
            </dd>
          </div>
          {payers.map((payment) => (
            <div key={payment.id} data-payer>
              <dt>{payerOf(payment)}</dt>
              <dd>
                <Money amount={0 - payment.amount} />
              </dd>
            </div>
          ))}
          {payers.length > 0 && (
            <div data-final>
              <dt>Part du patient</dt>
              <dd>
                <Money amount={balance.total - covered} unit />
              </dd>
            </div>
          )}
        </dl>
        <Button variant="default" size="md" leftSection={<IconArrowLeft size={24} aria-hidden />} onClick={onBack}>
          Revenir à la vente
        </Button>
      </div>
    </aside>
  )
}

function RecapHead({ sale: { identifier, patient } }: Pick<PaymentRecapProps, 'sale'>) {
  if (!patient) return <h2>Vente {identifier}</h2>
  return (
    <div className={classes.recapHead}>
      <FaceDisc>{initials(patient)}</FaceDisc>
      <div>
        <h2>{displayName(patient)}</h2>
        <span>Vente {identifier}</span>
      </div>
    </div>
  )
}

function payerOf(payment: Payment): string {
  const [label, name] = [paymentLabels[payment.type], payerNameOf(payment)]
  return payment.type === 'INSURANCE' ? `${label} ${name ?? ''}` : (name ?? label)
}
