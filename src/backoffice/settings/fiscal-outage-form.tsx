import { Radio, Stack } from '@mantine/core'
import type { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Outage = PharmacySettings['fiscalOutage']

const outageWords: Readonly<Record<Outage, { label: string; description: string }>> = {
  defer: {
    label: 'Terminer la vente et normaliser plus tard',
    description: 'Le client part avec un ticket provisoire. La facture est normalisée dès que la plateforme répond.',
  },
  block: {
    label: 'Bloquer la vente',
    description:
      'Aucune vente ne se termine tant que la plateforme ne répond pas. Sans réseau, la vente se termine et la facture suit.',
  },
}
const outages = Object.keys(outageWords) as Outage[]
const question = 'Quand la plateforme ne répond pas'

export function outageFacts({ settings: { fiscalOutage } }: Pharmacy): Fact[] {
  return [[question, outageWords[fiscalOutage].label]]
}

/** What the counter does while the fiscal platform does not answer. */
export function FiscalOutageForm({ pharmacy: { settings }, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: { fiscalOutage: settings.fiscalOutage },
    schema: pharmacies.changeSettings.body!,
    bodyOf: (values) => values,
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Panne de la plateforme fiscale" form={form} onCancel={onClose}>
      <Radio.Group
        label={question}
        value={form.values.fiscalOutage}
        onChange={(value) => form.set({ fiscalOutage: outages.find((outage) => outage === value) ?? 'defer' })}
      >
        <Stack gap={8} mt={6}>
          {outages.map((outage) => (
            <Radio key={outage} value={outage} {...outageWords[outage]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormFrame>
  )
}
