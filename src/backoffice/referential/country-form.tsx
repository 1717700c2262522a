import { NumberInput, Select, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { countries, type Country } from '#shared/contract/countries.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface CountryFormProps {
  /** Null: a new country. */
  country: Country | null
  onClose: () => void
}

/** Amounts are typed in the currency, as they stand on the notes, and kept in minor units. */
const typedOf = (minor: number, decimals: number): string => String(minor / 10 ** decimals).replace('.', ',')
const minorOf = (typed: string, decimals: number): number =>
  typed.trim() === '' ? Number.NaN : Math.round(Number(typed.trim().replace(',', '.')) * 10 ** decimals)
const listed = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)

/** The currency of a country, its notes and coins, and its mobile money. */
export function CountryForm({ country, onClose }: CountryFormProps) {
  const send = useSend()
  const say = useNotice()
  const decimals = country?.currency.decimals ?? 0
  const code = useRef(country?.code ?? '')
  const form = useForm({
    initial: {
      code: country?.code ?? '',
      name: country?.name ?? '',
      locale: country?.locale ?? '',
      currencyCode: country?.currency.code ?? '',
      currencySymbol: country?.currency.symbol ?? '',
      decimals: decimals as number | string,
      cashRoundingStep: country ? typedOf(country.cashRoundingStep, decimals) : '',
      denominations: (country?.denominations ?? []).map((each) => typedOf(each, decimals)).join(' ; '),
      phoneOperators: (country?.phoneOperators ?? []).join(' ; '),
      fiscalPlatform: country?.fiscalPlatform ?? ('none' as const),
    },
    schema: countries.write.body!,
    bodyOf: (values) => {
      code.current = values.code
      const places = Number(values.decimals)
      return {
        name: values.name,
        locale: values.locale,
        currency: { code: values.currencyCode, symbol: values.currencySymbol, decimals: places },
        cashRoundingStep: minorOf(values.cashRoundingStep, places),
        denominations: listed(values.denominations).map((typed) => minorOf(typed, places)),
        phoneOperators: listed(values.phoneOperators),
        fiscalPlatform: values.fiscalPlatform,
      }
    },
    check: ({ code }) =>
      /^[A-Z]{2}$/.test(code) ? [] : [{ path: 'code', text: 'Deux lettres majuscules\u00a0: BJ.' }],
    send: (body) => send(countries.write, { params: { id: code.current }, body }),
    onDone: ({ name }) => {
      say({ text: `${name} est enregistré` })
      onClose()
    },
    words: {
      used: 'Des pharmacies utilisent cette monnaie\u00a0: elle ne peut plus changer.',
      twice: 'La même valeur est écrite deux fois.',
    },
  })
  return (
    <FormFrame label={country ? country.name : 'Nouveau pays'} form={form} onCancel={onClose}>
      {!country && (
        <TextInput
          label="Code"
          description="Deux lettres, ISO 3166."
          withAsterisk
          maxLength={2}
          {...form.text('code')}
        />
      )}
      <TextInput label="Nom" withAsterisk autoComplete="off" {...form.text('name')} />
      <TextInput label="Langue et pays" placeholder="fr-BJ" withAsterisk {...form.text('locale')} />
      <TextInput label="Monnaie" placeholder="XOF" withAsterisk {...form.text('currencyCode', 'currency.code')} />
      <TextInput label="Symbole" placeholder="F CFA" withAsterisk {...form.text('currencySymbol', 'currency.symbol')} />
      <NumberInput
        label="Décimales"
        withAsterisk
        hideControls
        min={0}
        max={3}
        value={form.values.decimals}
        error={form.field('decimals', 'currency.decimals').error ?? form.errorAt('currency')}
        onChange={(value) => form.set({ decimals: value })}
      />
      <TextInput
        label="Arrondi des espèces"
        description="La plus petite pièce encore rendue."
        withAsterisk
        {...form.text('cashRoundingStep')}
      />
      <TextInput
        label="Billets et pièces"
        description="En circulation, séparés par des points-virgules."
        placeholder="10000 ; 5000 ; 2000"
        withAsterisk
        {...form.text('denominations')}
      />
      <TextInput
        label="Paiement mobile"
        description="Les opérateurs, par le nom que les clients leur donnent."
        placeholder="MTN MoMo ; Moov Money"
        {...form.text('phoneOperators')}
      />
      <Select
        label="Facture normalisée"
        allowDeselect={false}
        data={[
          { value: 'none', label: 'Aucune' },
          { value: 'e-mecef', label: 'e-MECeF (Bénin)' },
        ]}
        value={form.values.fiscalPlatform}
        onChange={(value) => form.set({ fiscalPlatform: value === 'e-mecef' ? 'e-mecef' : 'none' })}
      />
    </FormFrame>
  )
}
