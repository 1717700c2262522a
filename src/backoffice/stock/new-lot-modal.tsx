import { Select, TextInput } from '@mantine/core'
import type { StockDetail } from '#shared/contract/pharmacy-products.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { packagingsOf } from '#backoffice/stock/packagings-of.ts'
import { readCount } from '#backoffice/stock/product-values.ts'
import { useProductChoices } from '#backoffice/stock/use-product-choices.ts'
import classes from '#backoffice/stock/stock.module.css'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { unusualPrice } from '#backoffice/ui/forms/unusual-amount.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Enters a lot by hand: the first stock, or what no delivery brought. */
export function NewLotModal({ product, onClose }: { product: StockDetail; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const currency = useCurrency()
  const { storages } = useProductChoices()
  const [usual] = packagingsOf(product)
  const isPriced = product.appliedCoefficient !== null
  const form = useForm({
    initial: {
      packaging: usual?.label ?? 'Boîte',
      units: String(usual?.units ?? 1),
      lot: '',
      expiresOn: null as string | null,
      quantity: '',
      purchasePrice: '',
      salePrice: usual?.price && !isPriced ? formatAmount(usual.price, currency) : '',
      storageId: null as string | null,
      note: '',
    },
    schema: stockItems.create.body!,
    bodyOf: ({ packaging, units, quantity, purchasePrice, salePrice, ...values }) => ({
      ...values,
      pharmacyProductId: product.id,
      packaging: { label: packaging, units: readCount(units) },
      quantity: readCount(quantity),
      purchasePrice: readAmount(purchasePrice, currency) ?? Number.NaN,
      salePrice: readAmount(salePrice, currency),
    }),
    unusual: ({ purchasePrice, salePrice }) =>
      unusualPrice(readAmount(purchasePrice, currency), usual?.cost ?? null, currency) ??
      unusualPrice(readAmount(salePrice, currency), usual?.price ?? readAmount(purchasePrice, currency), currency),
    send: (body) => send(stockItems.create, { body }),
    onDone: () => {
      say({ text: 'Lot entré en stock' })
      onClose()
    },
    words: {
      'salePrice needed: the prices are typed':
        'Indiquez le prix public\u00a0: les prix de ce produit sont saisis à la main.',
    },
  })
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Entrer un lot de ${product.label}`} size={520}>
      <FormFrame label="Lot" form={form as never} submitLabel="Entrer en stock" onCancel={onClose}>
        <div className={classes.pair}>
          <TextInput label="Lot" autoComplete="off" {...form.text('lot')} />
          <DayField label="Expire le" {...form.field('expiresOn')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Quantité" required inputMode="numeric" autoComplete="off" {...form.text('quantity')} />
          <Select
            label="Rangement"
            placeholder="Celui du produit"
            clearable
            data={storages}
            {...form.field('storageId')}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label="Conditionnement"
            required
            autoComplete="off"
            {...form.text('packaging', 'packaging.label')}
          />
          <TextInput
            label="Unités par conditionnement"
            required
            inputMode="numeric"
            autoComplete="off"
            {...form.text('units', 'packaging.units')}
          />
        </div>
        <div className={classes.pair}>
          <AmountField label="Prix d’achat" required {...form.field('purchasePrice')} />
          <AmountField
            label="Prix public"
            placeholder={isPriced ? 'Selon le coefficient' : ''}
            {...form.field('salePrice')}
          />
        </div>
        <TextInput label="Note" autoComplete="off" {...form.text('note')} />
      </FormFrame>
    </PanelModal>
  )
}
