import { Radio, Select, Stack, Switch } from '@mantine/core'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { codesFor, fiscalProfile, invoicingOf, type Invoicing } from '#shared/domain/fiscal/profiles.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { Money } from '#shared/ui/money.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'
import { taxGroupWords } from '#backoffice/ui/tax-group-words.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const toConfirm = 'à confirmer avec votre comptable'
const invoicingWords: Readonly<Record<Invoicing, { label: string; description: string }>> = {
  all: { label: 'Toutes les ventes', description: 'Chaque vente terminée a sa facture normalisée.' },
  'on-request': {
    label: 'Sur demande',
    description:
      'Le vendeur coche « Facture normalisée » avant de terminer la vente, ou la demande plus tard depuis la vente.',
  },
  none: { label: 'Aucune', description: 'Rien n’est envoyé à la plateforme.' },
}
const stampWords = 'Timbre de quittance'
const question = 'Factures normalisées'

/** The groups whose code on the platform is a choice, with the codes of the same rate. */
function choicesOf({ country, timeZone }: Pharmacy): { group: TaxGroup; codes: { code: string; name: string }[] }[] {
  const profile = fiscalProfile(country.fiscalPlatform)
  const day = localDayOf(pharmacyNow(), timeZone)
  return taxGroups.flatMap((group) => {
    const codes = codesFor(profile, taxRateOf(country.code, group, day))
    return codes.length > 1 ? [{ group, codes: [...codes] }] : []
  })
}

const codeOf = ({ country, settings }: Pharmacy, group: TaxGroup) =>
  settings.fiscalCodes[group] ?? fiscalProfile(country.fiscalPlatform).groupCodes[group] ?? ''

export function choiceFacts(pharmacy: Pharmacy): Fact[] {
  const profile = fiscalProfile(pharmacy.country.fiscalPlatform)
  return [
    [question, invoicingWords[invoicingOf(profile, pharmacy.settings.fiscalInvoices)].label],
    ...choicesOf(pharmacy).map(({ group }): Fact => [`Groupe ${taxGroupWords[group]}`, codeOf(pharmacy, group)]),
    ...(profile.stampDuty > 0
      ? [
          [
            stampWords,
            pharmacy.settings.stampDuty ? <Money key="stamp" amount={profile.stampDuty} unit /> : 'Non perçu',
          ] satisfies Fact,
        ]
      : []),
    ['À confirmer', `chacun de ces choix est ${toConfirm}`],
  ]
}

/** Whether the law of the country leaves anything to choose. */
export function hasChoice(pharmacy: Pharmacy): boolean {
  return fiscalProfile(pharmacy.country.fiscalPlatform).invoicing.length > 1 || choicesOf(pharmacy).length > 0
}

/** Which sales are certified, and how the platform calls our tax groups, where the law of the country is not clear. */
export function FiscalChoiceForm({ pharmacy, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const profile = fiscalProfile(pharmacy.country.fiscalPlatform)
  const groups = choicesOf(pharmacy)
  const form = useForm({
    initial: {
      fiscalInvoices: invoicingOf(profile, pharmacy.settings.fiscalInvoices),
      stampDuty: pharmacy.settings.stampDuty,
      fiscalCodes: Object.fromEntries(groups.map(({ group }) => [group, codeOf(pharmacy, group)])) as Partial<
        Record<TaxGroup, string>
      >,
    },
    schema: pharmacies.changeSettings.body!,
    bodyOf: (values) => values,
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Ce qui est normalisé" form={form} onCancel={onClose}>
      <Radio.Group
        label={`${question} (${toConfirm})`}
        value={form.values.fiscalInvoices}
        onChange={(value) =>
          form.set({ fiscalInvoices: profile.invoicing.find((each) => each === value) ?? form.values.fiscalInvoices })
        }
      >
        <Stack gap={8} mt={6}>
          {profile.invoicing.map((each) => (
            <Radio key={each} value={each} {...invoicingWords[each]} />
          ))}
        </Stack>
      </Radio.Group>
      {groups.map(({ group, codes }) => (
        <Select
          key={group}
          label={`Groupe ${taxGroupWords[group]} (${toConfirm})`}
          data={codes.map(({ code, name }) => ({ value: code, label: `${code}, ${name}` }))}
          allowDeselect={false}
          value={form.values.fiscalCodes[group] ?? null}
          onChange={(code) => code && form.set({ fiscalCodes: { ...form.values.fiscalCodes, [group]: code } })}
          error={form.errorAt(`fiscalCodes.${group}`)}
        />
      ))}
      {profile.stampDuty > 0 && (
        <Switch
          label={`${stampWords} (${toConfirm})`}
          description="Le client qui paie surtout en espèces le paie en plus du total. Il reste dans le tiroir, sur sa propre ligne, et n’est pas une recette."
          checked={form.values.stampDuty}
          onChange={(event) => form.set({ stampDuty: event.currentTarget.checked })}
        />
      )}
    </FormFrame>
  )
}
