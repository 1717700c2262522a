import type { AssociatedProduct } from '#shared/contract/product-health-insurance.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'

export function schemeColumns(search: string): readonly ExportedColumn<AssociatedProduct>[] {
  return [
    {
      key: 'code',
      header: 'Code',
      width: 104,
      priority: 2,
      render: ({ code }) => (code ? <MarkedLabel text={code} search={search} /> : '–'),
      exported: ({ code }) => code,
    },
    {
      key: 'label',
      header: 'Libellé du régime',
      width: 240,
      grow: 1,
      render: ({ label }) => (
        <b>
          <MarkedLabel text={label} search={search} />
        </b>
      ),
      exported: ({ label }) => label,
    },
    {
      key: 'inn',
      header: 'DCI',
      width: 150,
      grow: 0.5,
      priority: 4,
      render: ({ inn }) => <span className={text.quiet}>{inn ?? '–'}</span>,
      exported: ({ inn }) => inn,
    },
    {
      key: 'dosage',
      header: 'Dosage',
      width: 96,
      priority: 5,
      render: ({ dosage }) => dosage ?? '–',
      exported: ({ dosage }) => dosage,
    },
    {
      key: 'form',
      header: 'Forme',
      width: 110,
      priority: 6,
      render: ({ form }) => form ?? '–',
      exported: ({ form }) => form,
    },
    {
      key: 'price',
      header: 'Prix de base',
      width: 100,
      align: 'end',
      render: ({ basePrice }) => <Money amount={basePrice} />,
      exported: ({ basePrice }) => ({ money: basePrice }),
    },
    {
      key: 'rate',
      header: 'Taux',
      width: 72,
      align: 'end',
      render: ({ rate }) => formatPercent(rate),
      exported: ({ rate }) => rate,
    },
    {
      key: 'product',
      header: 'Produit',
      width: 220,
      grow: 1,
      render: ({ product }) => (product ? product.label : <StatusTag tone="warning">Sans produit</StatusTag>),
      exported: ({ product }) => product?.label ?? null,
    },
  ]
}
