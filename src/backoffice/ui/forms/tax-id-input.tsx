import { TextInput, type TextInputProps } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'

type TaxIdInputProps = Omit<TextInputProps, 'label' | 'description'> & {
  value: string
  /** Left out: the country of the pharmacy. */
  countryCode?: string
}

/** The tax number by the name of its country. Its form is said, never forced: firms of other countries have others. */
export function TaxIdInput({ countryCode, ...input }: TaxIdInputProps) {
  const own = useAtomValue(countryCodeAtom)
  const { name, form } = firmNumbers(countryCode ?? own).taxId
  const typed = input.value.replaceAll(/\s/g, '')
  const isUnusual = form !== undefined && typed !== '' && !form.pattern.test(typed)
  return (
    <TextInput
      label={name}
      autoComplete="off"
      description={form && `D’habitude ${form.text}${isUnusual ? '\u00a0: vérifiez ce numéro' : ''}.`}
      {...input}
    />
  )
}
