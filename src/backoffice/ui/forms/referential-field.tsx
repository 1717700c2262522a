import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type Product, products } from '#shared/contract/products.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { type Choice, SearchField } from '#backoffice/ui/forms/search-field.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

interface ReferentialFieldProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error?: string | undefined
}

const typingMs = 200
const shown = 12

/** Chooses a product of the referential by name, DCI or code. */
export function ReferentialField({ value, onChange, error }: ReferentialFieldProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim().slice(0, 100), typingMs)
  const { data, isFetching } = useAnswer(
    products.list,
    { query: { search, size: shown } },
    { enabled: search !== '', keep: true },
  )
  const found = search === '' ? [] : (data?.items ?? []).filter(({ archived }) => !archived)
  return (
    <SearchField
      label="Produit du référentiel"
      placeholder="Nom, DCI ou code"
      required
      autoFocus
      value={value}
      onChange={onChange}
      onSearch={setText}
      choices={found.map((product) => ({ id: product.id, label: unbroken(product.label), detail: detailOf(product) }))}
      isSearching={isFetching}
      nothingText="Aucun produit trouvé. Essayez la DCI, ou le code de la boîte."
      error={error}
    />
  )
}

function detailOf({ inns, brand }: Product): string {
  return [inns.map(({ name, dosage }) => [name, dosage].filter(Boolean).join(' ')).join(' + '), brand]
    .filter(Boolean)
    .join(' · ')
}
