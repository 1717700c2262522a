import { Select } from '@mantine/core'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'
import { taxGroupWords } from '#backoffice/ui/tax-group-words.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const byProduct = 'Selon la section de chaque produit'
const notChosen = 'Pas encore choisi'

export function taxFacts({ settings: { taxRegime, voucherTaxGroup } }: Pharmacy): Fact[] {
  return [
    ['Ventes', taxRegime ? `Toutes en groupe ${taxGroupWords[taxRegime]}` : byProduct],
    ...(taxRegime ? [] : [['Prestations', voucherTaxGroup ? taxGroupWords[voucherTaxGroup] : notChosen] as const]),
  ]
}

const choices = taxGroups.map((value) => ({ value, label: taxGroupWords[value] }))
const groupOf = (value: string | null): TaxGroup | null => taxGroups.find((group) => group === value) ?? null

/** In which tax group the pharmacy sells: everything in that of its regime, or each product in that of its section. */
export function TaxForm({ pharmacy: { settings }, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: { taxRegime: settings.taxRegime, voucherTaxGroup: settings.voucherTaxGroup },
    schema: pharmacies.changeSettings.body!,
    bodyOf: (values) => values,
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: onClose,
  })
  const { taxRegime, voucherTaxGroup } = form.values
  return (
    <FormFrame label="Taxes" form={form} onCancel={onClose}>
      <Select
        label="Régime de la pharmacie"
        description="Une pharmacie sous un régime à taxe unique vend tout dans son groupe. Sinon, la section de chaque produit décide."
        data={choices}
        placeholder={byProduct}
        clearable
        value={taxRegime}
        onChange={(value) => form.set({ taxRegime: groupOf(value) })}
      />
      {taxRegime === null && (
        <Select
          label="Groupe des prestations"
          description="Des lignes sans stock\u00a0: services, livraisons."
          data={choices}
          placeholder={notChosen}
          clearable
          value={voucherTaxGroup}
          onChange={(value) => form.set({ voucherTaxGroup: groupOf(value) })}
        />
      )}
    </FormFrame>
  )
}
