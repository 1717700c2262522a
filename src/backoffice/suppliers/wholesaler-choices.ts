import { useAtomValue } from 'jotai'
import { suppliers } from '#shared/contract/suppliers.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The wholesalers of the pharmacy's country, to choose one. */
export function useWholesalerChoices() {
  const { data } = useAnswer(suppliers.ofCountry, { params: { id: useAtomValue(countryCodeAtom) } })
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
