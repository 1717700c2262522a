import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { type Choice, SearchField } from '#backoffice/ui/forms/search-field.tsx'

interface ProductFieldProps {
  label: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  except?: readonly string[]
  required?: boolean
  error?: string | undefined
  autoFocus?: boolean
}

const shown = 12

/**
 * Chooses one of the pharmacy's products from this terminal's stored list: immediate, tolerates a typing error, accepts
 * a scan.
 */
export function ProductField({ except = [], ...field }: ProductFieldProps) {
  const [search, setSearch] = useState('')
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const ids = search.trim() === '' ? [] : (index?.find(search, shown + except.length).ids ?? [])
  const choices = ids
    .filter((id) => !except.includes(id))
    .slice(0, shown)
    .flatMap((id): Choice[] => {
      const product = products.get(id)
      return product ? [{ id, label: unbroken(product.label), detail: product.brand ?? '' }] : []
    })
  return (
    <SearchField
      {...field}
      placeholder="Chercher un produit du stock"
      choices={choices}
      onSearch={setSearch}
      nothingText={index ? 'Aucun produit trouvé.' : 'La liste des produits n’est pas encore chargée.'}
    />
  )
}
