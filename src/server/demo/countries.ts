import { countryStartRow } from '#server/locale/country.repo.ts'

/** The countries of the demo. */
export const countryRows = ['BJ', 'CI', 'SN', 'TG', 'BF', 'ML', 'NE', 'CM'].map((code) => countryStartRow(code)!)

export function phoneOperatorsOf(code: string): readonly string[] {
  return countryRows.find((country) => country.code === code)?.phone_operators ?? []
}
