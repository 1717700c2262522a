import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { deliveries, type Delivery } from '#shared/contract/deliveries.ts'
import { aibLabel } from '#shared/domain/fiscal/aib.ts'
import { aibRates, aibs } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { fiscalPlatformAtom } from '#backoffice/ui/country.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Whether suppliers of the country add AIB to their invoices. */
export function useHasAib(): boolean {
  return fiscalProfile(useAtomValue(fiscalPlatformAtom)).aib
}

type OfInvoice = Pick<Delivery, 'id' | 'aib'> & {
  /** Of the boxes that came, without VAT, in minor units. */
  net: number
}

/** The AIB of the supplier's invoice, which may come after the goods. */
export function AibButton(invoice: OfInvoice) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <WriteButton variant="subtle" size="xs" onClick={() => setIsOpen(true)}>
        {invoice.aib === null ? 'Saisir l’AIB' : 'Changer l’AIB'}
      </WriteButton>
      {isOpen && <AibModal {...invoice} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function AibModal({ id, aib, net, onClose }: OfInvoice & { onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const usual = aibs.map((each) => ({ each, amount: Math.round((net * aibRates[each]) / 10_000) }))
  const form = useForm({
    initial: { aib: aib === null ? '' : formatAmount(aib, currency) },
    schema: deliveries.patch.body!,
    bodyOf: (typed) => ({ aib: readAmount(typed.aib, currency) }),
    unusual: ({ aib: typed }) =>
      unusualAmount(
        readAmount(typed, currency),
        net > 0 ? Math.max(...usual.map(({ amount }) => amount)) : undefined,
        (most) => `L’AIB du reçu HT est de ${formatMoney(most, currency)} au plus`,
        currency,
      ),
    send: (body) => send(deliveries.patch, { params: { id }, body }),
    onDone: onClose,
  })
  return (
    <PanelModal opened onClose={onClose} title="AIB de la facture" centered>
      <FormFrame label="AIB de la facture" form={form} onCancel={onClose}>
        <AmountField
          label="AIB ajouté par le fournisseur"
          description={`D’après sa facture. Du reçu HT, ${usual.map(({ each, amount }) => `${aibLabel(each)}\u00a0: ${formatMoney(amount, currency)}`).join(', ')}.`}
          data-autofocus
          {...form.field('aib')}
        />
      </FormFrame>
    </PanelModal>
  )
}
