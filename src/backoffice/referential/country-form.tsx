import { NumberInput, Select, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { countries, type Country } from '#shared/contract/countries.ts'
import { fiscalPlatforms } from '#shared/domain/countries/country-data.ts'
import { countryStart } from '#shared/domain/countries/country-facts.ts'
import { fiscalPlatforms as fiscalPlatformCodes } from '#shared/domain/fiscal/profiles.ts'
import { useAllCountryChoices } from '#backoffice/ui/country-choices.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
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

/** A country as its fields have it. */
function valuesOf(country?: Omit<Country, 'code' | 'fiscalPlatform'>) {
  const decimals = country?.currency.decimals ?? 0
  return {
    name: country?.name ?? '',
    locale: country?.locale ?? '',
    currencyCode: country?.currency.code ?? '',
    currencySymbol: country?.currency.symbol ?? '',
    decimals: decimals as number | string,
    cashRoundingStep: country ? typedOf(country.cashRoundingStep, decimals) : '',
    denominations: (country?.denominations ?? []).map((each) => typedOf(each, decimals)).join(' ; '),
    phoneOperators: (country?.phoneOperators ?? []).join(' ; '),
  }
}

/** The currency of a country, its notes and coins, and its mobile money. */
export function CountryForm({ country, onClose }: CountryFormProps) {
  const send = useSend()
  const say = useNotice()
  const { data } = useAnswer(countries.list, {})
  const known = new Set(data?.map(({ code }) => code))
  const choices = useAllCountryChoices()
  const code = useRef(country?.code ?? '')
  const form = useForm({
    initial: {
      code: country?.code ?? '',
      ...valuesOf(country ?? undefined),
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
    check: ({ code }) => (code ? [] : [{ path: 'code', text: 'Choisissez un pays.' }]),
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
        <Select
          label="Pays"
          description="Ce qui est connu de lui est rempli dessous."
          withAsterisk
          searchable
          nothingFoundMessage="Aucun pays"
          data={choices.filter(({ value }) => !known.has(value))}
          value={form.values.code || null}
          error={form.field('code').error}
          onChange={(code) => code && form.set({ code, ...valuesOf(countryStart(code)) })}
        />
      )}
      <TextInput label="Nom" withAsterisk autoComplete="off" {...form.text('name')} />
      <TextInput label="Langue et pays" withAsterisk {...form.text('locale')} />
      <TextInput label="Monnaie" withAsterisk {...form.text('currencyCode', 'currency.code')} />
      <TextInput label="Symbole" withAsterisk {...form.text('currencySymbol', 'currency.symbol')} />
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
        placeholder="Séparés par des points-virgules"
        {...form.text('phoneOperators')}
      />
      <Select
        label="Facture normalisée"
        allowDeselect={false}
        data={Object.entries(fiscalPlatforms).map(([value, label]) => ({ value, label }))}
        value={form.values.fiscalPlatform}
        onChange={(value) => form.set({ fiscalPlatform: fiscalPlatformCodes.find((code) => code === value) ?? 'none' })}
      />
    </FormFrame>
  )
}
