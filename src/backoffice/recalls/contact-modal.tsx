import { Modal, NumberInput, Radio, Stack, Textarea } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { contactOutcomes, recalls, type RecallSale } from '#shared/contract/recalls.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import { contactText, outcomeWords, soldText } from '#backoffice/recalls/contact-words.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type Outcome = (typeof contactOutcomes)[number]

/** Notes what came of a contact with a buyer. Earlier notes stay and are shown. */
export function ContactModal({ recallId, sale, onClose }: { recallId: string; sale: RecallSale; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const [id] = useState(uuid7)
  const countryCode = useAtomValue(countryCodeAtom)
  const sold = sale.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const form = useForm({
    initial: { outcome: 'contacted' as Outcome, returned: sold as number | string, note: '' },
    schema: recalls.contact.body!,
    bodyOf: ({ outcome, returned, note }) => ({
      id,
      saleId: sale.saleId,
      outcome,
      returned: outcome === 'returned' ? returned : 0,
      note,
    }),
    send: (body) => send(recalls.contact, { params: { id: recallId }, body }),
    onDone: onClose,
    words: {
      'returned nothing': 'Indiquez le nombre de boîtes.',
      'returned more than was sold': 'C’est plus que la quantité vendue.',
    },
  })
  return (
    <Modal
      opened
      onClose={() => leave(onClose)}
      title={sale.clientName ?? `Vente n°\u00a0${sale.saleNumber}`}
      size={480}
    >
      <FormFrame label="Suivi d’un acheteur" form={form} onCancel={onClose}>
        <p className={text.quiet}>
          {[sale.phone && formatPhone(sale.phone, countryCode), soldText(sale), formatMoment(sale.soldAt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Radio.Group
          label="Résultat"
          value={form.values.outcome}
          onChange={(outcome) => form.set({ outcome: outcome as Outcome })}
        >
          <Stack gap="xs" mt="xs">
            {contactOutcomes.map((outcome) => (
              <Radio key={outcome} value={outcome} label={outcomeWords[outcome]} />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.outcome === 'returned' && (
          <NumberInput
            label="Boîtes rapportées"
            required
            min={1}
            max={sold}
            allowDecimal={false}
            {...form.field('returned')}
          />
        )}
        <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
        {sale.contacts.map((contact) => (
          <p key={contact.at} className={text.quiet}>
            {[formatMoment(contact.at), contact.byName, contactText(contact), contact.note].filter(Boolean).join(' · ')}
          </p>
        ))}
      </FormFrame>
    </Modal>
  )
}
