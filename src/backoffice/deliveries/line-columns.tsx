import { IconCheck } from '@tabler/icons-react'
import type { Currency } from '#shared/ui/money-format.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import { alertWords } from '#backoffice/deliveries/delivery-words.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import { type ListColumn, moneyColumn, nothing, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

/** The columns of a delivery: as on the note, as it came, and what changes. */
export function lineColumns(currency: Currency): readonly ListColumn<JudgedLine>[] {
  return [
    textColumn('label', 'Produit', ({ productLabel, label }: JudgedLine) => productLabel ?? label, {
      strong: true,
      width: 220,
      grow: 1,
    }),
    numberColumn('ordered', 'Cdé', ({ ordered }: JudgedLine) => ordered, { width: 56, priority: 3 }),
    numberColumn('noted', 'BL', ({ noted }: JudgedLine) => noted, { width: 56 }),
    {
      ...numberColumn('received', 'Reçu', ({ received }: JudgedLine) => received, { width: 64, strong: true }),
      render: ({ received, noted, isChecked }: JudgedLine) => (
        <b className={isChecked && received !== noted && noted > 0 ? classes.gap : undefined}>{received}</b>
      ),
    },
    numberColumn('free', 'UG', ({ free }: JudgedLine) => (free === 0 ? null : free), { width: 52 }),
    {
      ...moneyColumn('cost', 'Coût', ({ cost }: JudgedLine) => cost, { width: 112 }),
      render: ({ cost, before }: JudgedLine) => <Changed before={before.cost} after={cost} currency={currency} />,
    },
    {
      ...moneyColumn('price', 'Prix public', ({ price }: JudgedLine) => price, { width: 116 }),
      render: ({ price, before }: JudgedLine) =>
        price === null ? nothing : <Changed before={before.price} after={price} currency={currency} />,
    },
    {
      ...numberColumn('margin', 'Marge', ({ margin }: JudgedLine) => margin, { width: 72, priority: 2 }),
      render: ({ margin }: JudgedLine) => (margin === null ? nothing : formatPercent(Math.round(margin))),
    },
    textColumn('lot', 'Lot', ({ lot }: JudgedLine) => lot, { width: 88 }),
    textColumn('expiresOn', 'Expire', ({ expiresOn }: JudgedLine) => expiresOn && formatMonth(expiresOn), {
      width: 88,
    }),
    {
      key: 'control',
      header: 'Contrôle',
      width: 148,
      render: (line: JudgedLine) => <Control line={line} currency={currency} />,
      exported: ({ isChecked }: JudgedLine) => (isChecked ? 'Contrôlé' : 'À contrôler'),
    },
  ]
}

function Changed({ before, after, currency }: { before: number | null; after: number; currency: Currency }) {
  if (before === null || before === after) return formatAmount(after, currency)
  return (
    <>
      <s className={text.quiet}>{formatAmount(before, currency)}</s> <b>{formatAmount(after, currency)}</b>
    </>
  )
}

function Control({ line: { alerts, isChecked }, currency }: { line: JudgedLine; currency: Currency }) {
  const told = alerts.find(({ kind }) => kind !== 'lacks' || isChecked)
  if (told && (isChecked || told.kind === 'unknown-product' || told.kind === 'expired')) {
    const { tag, tone } = alertWords(told, currency)
    return <StatusTag tone={tone}>{tag}</StatusTag>
  }
  if (!isChecked) return <span className={text.quiet}>À contrôler</span>
  return (
    <span className={classes.checked}>
      <IconCheck size={16} aria-hidden /> Contrôlé
    </span>
  )
}
