import { useMemo } from 'react'
import type { AssociatedProduct } from '#shared/contract/product-health-insurance.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import {
  type ListColumn,
  moneyColumn,
  percentColumn,
  sortedByServer,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

export function useSchemeColumns({ search }: { search: string }): readonly ListColumn<AssociatedProduct>[] {
  return useMemo(() => schemeColumns(search), [search])
}

function schemeColumns(search: string): readonly ListColumn<AssociatedProduct>[] {
  return sortedByServer([
    textColumn('code', 'Code', ({ code }) => code || null, { width: 104, priority: 2, search }),
    textColumn('label', 'Libellé du régime', ({ label }) => label, { width: 240, grow: 1, strong: true, search }),
    textColumn('inn', 'DCI', ({ inn }) => inn, { grow: 0.5, priority: 4, quiet: true }),
    textColumn('dosage', 'Dosage', ({ dosage }) => dosage, { width: 96, priority: 5 }),
    textColumn('form', 'Forme', ({ form }) => form, { width: 110, priority: 6 }),
    moneyColumn('price', 'Prix de base', ({ basePrice }) => basePrice, { width: 100 }),
    percentColumn('rate', 'Taux', ({ rate }) => rate),
    {
      ...textColumn<AssociatedProduct>('product', 'Produit', ({ product }) => product && product.label, {
        width: 220,
        grow: 1,
      }),
      render: ({ product }) => (product ? product.label : <StatusTag tone="warning">Sans produit</StatusTag>),
    },
  ])
}
