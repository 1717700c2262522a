import { suppliers } from '#shared/contract/suppliers.ts'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import { rowFilter, severalRowsFilter } from '#backoffice/ui/lists/filters.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const words = {
  key: 'fournisseur',
  label: 'Fournisseur',
  all: 'Tous',
  none: 'Aucun fournisseur',
  unknown: 'Un fournisseur',
  useChoices: useSupplierChoices,
}

/** A choice of one supplier of the pharmacy. */
export function supplierFilter<Query extends { supplierId?: string | undefined }>(): Filter<Query> {
  return rowFilter({ ...words, query: (supplierId) => ({ supplierId }) as Partial<Query> })
}

/** A choice of several suppliers of the pharmacy. */
export function suppliersFilter<Query extends { supplierId?: string | undefined }>(): Filter<Query> {
  return severalRowsFilter({
    ...words,
    many: 'fournisseurs',
    query: (supplierId) => ({ supplierId }) as Partial<Query>,
  })
}

function useSupplierChoices() {
  return (useAnswer(suppliers.all, {}).data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
