import { countries } from '#shared/contract/countries.ts'
import { countryData } from '#shared/domain/countries/country-data.ts'
import { countryCodes, countryName } from '#shared/domain/countries/country-facts.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** All countries of the world: those of the platform and of its region first. */
export function useAllCountryChoices() {
  const { data } = useAnswer(countries.list, {})
  const own = new Map(data?.map(({ code, name }) => [code, name]))
  const choice = (code: string) => ({ value: code, label: own.get(code) ?? countryName(code) })
  const near = [...new Set([...own.keys(), ...Object.keys(countryData)])].map(choice).toSorted(byLabel)
  const taken = new Set(near.map(({ value }) => value))
  return [
    ...near,
    ...countryCodes
      .filter((code) => !taken.has(code))
      .map(choice)
      .toSorted(byLabel),
  ]
}

const byLabel = (a: { label: string }, b: { label: string }): number => a.label.localeCompare(b.label, 'fr')

/** The countries of the platform, to choose one. */
export function useCountryChoices() {
  const { data } = useAnswer(countries.list, {})
  return (data ?? []).map(({ code, name }) => ({ value: code, label: name }))
}
