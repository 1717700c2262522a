import { countries } from '#shared/contract/countries.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The countries of the platform, to choose one. */
export function useCountryChoices() {
  const { data } = useAnswer(countries.list, {})
  return (data ?? []).map(({ code, name }) => ({ value: code, label: name }))
}
