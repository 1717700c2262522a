import { useAtomValue } from 'jotai'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { productCategories } from '#shared/contract/referential.ts'
import { countries } from '#shared/contract/countries.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

type Choices = readonly { value: string; label: string }[]

/** What the fields of a product offer: storages of the pharmacy, categories of the referential, sections of its country. */
export function useProductChoices(): { storages: Choices; categories: Choices; sections: Choices } {
  const countryCode = useAtomValue(countryCodeAtom)
  const storages = useAnswer(pharmacyProductStorages.all, {}).data ?? []
  const categories = useAnswer(productCategories.all, {}).data ?? []
  const sections = useAnswer(countries.sections, { params: { id: countryCode } }).data ?? []
  return {
    storages: storages.map(({ id, label }) => ({ value: id, label })),
    categories: categories.map(({ id, label }) => ({ value: id, label })),
    sections: sections.map(({ code, label }) => ({ value: code, label })),
  }
}
