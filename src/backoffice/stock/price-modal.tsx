import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { pharmacyProducts, type StockDetail } from '#shared/contract/pharmacy-products.ts'
import { marginOf } from '#shared/domain/price-policy.ts'
import { formatCoefficient } from '#shared/ui/coefficient-format.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { readAmount } from '#shared/ui/read-amount.ts'
import { packagingsOf } from '#backoffice/stock/packagings-of.ts'
import { useAcceptedLoss } from '#backoffice/stock/use-accepted-loss.tsx'
import classes from '#backoffice/stock/stock.module.css'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { unusualPrice } from '#backoffice/ui/forms/unusual-amount.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

interface PriceModalProps {
  product: StockDetail
  onClose: () => void
}

/** Types the sale price of a packaging; the margin is beside it while it is typed. */
export function PriceModal({ product, onClose }: PriceModalProps) {
  const packagings = packagingsOf(product)
  const [packaging, setPackaging] = useState(packagings[0]?.label ?? '')
  const leave = useLeave()
  const chosen = packagings.find(({ label }) => label === packaging)
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Prix de ${product.label}`} size={460}>
      {packagings.length > 1 && (
        <SegmentedControl
          fullWidth
          mb="sm"
          aria-label="Conditionnement"
          data={packagings.map(({ label }) => label)}
          value={packaging}
          onChange={(next) => leave(() => setPackaging(next))}
        />
      )}
      {chosen && <PriceForm key={packaging} product={product} packaging={chosen} onClose={onClose} />}
    </PanelModal>
  )
}

function PriceForm({
  product,
  packaging: { label: packaging, price, cost },
  onClose,
}: PriceModalProps & { packaging: ReturnType<typeof packagingsOf>[number] }) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const loss = useAcceptedLoss()
  const form = useForm({
    initial: { salePrice: price === null ? '' : formatAmount(price, currency), reason: '' },
    schema: pharmacyProducts.setPrice.body!,
    bodyOf: ({ salePrice, reason }) => ({
      packaging,
      salePrice: readAmount(salePrice, currency) ?? Number.NaN,
      reason,
      ...loss.accepted,
    }),
    unusual: ({ salePrice }) => unusualPrice(readAmount(salePrice, currency), price ?? cost, currency),
    send: (body) => send(pharmacyProducts.setPrice, { params: { id: product.id }, body }),
    onDone: ({ changed }) => {
      say({ text: changed === 0 ? 'Ce prix était déjà le prix de vente' : `Prix changé, étiquette à imprimer` })
      onClose()
    },
  })
  const typed = readAmount(form.values.salePrice, currency)
  return (
    <FormFrame label="Prix" form={loss.guarding(form) as never} onCancel={onClose}>
      <AmountField label="Prix public" required {...form.field('salePrice')} />
      {typed !== null && !Number.isNaN(typed) && cost !== null && <Margin price={typed} cost={cost} />}
      <TextInput label="Motif" placeholder="Hausse du grossiste" autoComplete="off" {...form.text('reason')} />
      {loss.question}
    </FormFrame>
  )
}

/** « Achat 600, marge 400 (40 %), coefficient 1,667 » */
function Margin({ price, cost }: { price: number; cost: number }) {
  const { amount, percent, coefficient } = marginOf(price, cost)
  return (
    <p className={classes.margin} data-loss={amount < 0 || undefined} aria-live="polite">
      Achat <Money amount={cost} unit />, marge{' '}
      <b>
        <Money amount={amount} unit />
      </b>
      {percent !== null && ` (${formatPercent(percent)})`}
      {coefficient !== null && `, coefficient ${formatCoefficient(coefficient)}`}
    </p>
  )
}
