import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import type { DeliveryImport, ImportedRow } from '#shared/contract/delivery-imports.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { type Currency, formatAmount, formatMoney, formatSupplierPrice } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { noteName } from '#backoffice/deliveries/delivery-words.ts'
import { noteOutcomeWords } from '#backoffice/deliveries/note-words.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { Sheet } from '#backoffice/ui/sheet.tsx'

interface NotePreviewProps {
  read: DeliveryImport
  onDecide: (line: number, productId: string) => void
  isRunning: boolean
}

const outcomes = ['error', 'proposed', 'unknown', 'known', 'aside'] as const
/** Lines without a product that are asked about at once; the others can be chosen on the delivery. */
const mostAsked = 6

/** What the file means, line by line, and the choice of products for codes that nobody knows. */
export function NotePreview({ read, onDecide, isRunning }: NotePreviewProps) {
  const currency = useCurrency()
  const columns = useMemo(() => columnsOf(currency), [currency])
  const open = read.rows.filter(({ outcome }) => outcome === 'proposed' || outcome === 'unknown')
  return (
    <Sheet title="3. Vérification" fact="rien n’est encore enregistré">
      <p>
        {read.notes
          .map(
            ({ bl, day, lines, total }) =>
              `${bl === null ? 'BL sans numéro' : noteName(bl)}${day ? ` du ${formatDay(day)}` : ''}, ${plural(lines, 'ligne')}, ${formatMoney(total, currency)}`,
          )
          .join(' · ') || 'Aucune ligne à recevoir.'}
      </p>
      <CheckedRows
        label="Lignes du BL"
        rows={read.rows}
        columns={columns}
        outcomes={outcomes}
        words={noteOutcomeWords}
        first={read.rows.some(({ outcome }) => outcome === 'error') ? 'error' : undefined}
        exportName={(shown) => (shown === 'error' ? 'Lignes à corriger' : 'BL vérifié')}
      />
      {open.length > 0 && (
        <>
          <p className={classes.barrier}>
            {plural(open.length, 'ligne sans produit connu', 'lignes sans produit connu')}. Le choix est retenu pour les
            prochains BL de {read.supplierName}&nbsp;; une ligne peut aussi être choisie pendant la réception.
          </p>
          {open.slice(0, mostAsked).map((row) => (
            <Group key={row.line} align="end" gap="sm" mb={8}>
              <div style={{ flex: '1 1 280px' }}>
                <ProductField
                  label={`Ligne ${row.line} : ${row.label}${row.code ? `, code ${row.code}` : ''}`}
                  value={null}
                  onChange={(choice) => choice && onDecide(row.line, choice.id)}
                />
              </div>
              {row.proposals.map(({ id, label }) => (
                <Button key={id} variant="default" disabled={isRunning} onClick={() => onDecide(row.line, id)}>
                  {label}
                </Button>
              ))}
            </Group>
          ))}
        </>
      )}
    </Sheet>
  )
}

function columnsOf(currency: Currency): readonly ExportedColumn<ImportedRow>[] {
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '–' : formatAmount(amount, currency)
  return [
    { key: 'line', header: 'Ligne', width: 72, align: 'end', render: ({ line }) => line, exported: ({ line }) => line },
    { key: 'code', header: 'Code', width: 140, render: ({ code }) => code || '–', exported: ({ code }) => code },
    {
      key: 'outcome',
      header: 'Lecture',
      width: 112,
      render: ({ outcome }) => (
        <StatusTag tone={noteOutcomeWords[outcome].tone}>{noteOutcomeWords[outcome].label}</StatusTag>
      ),
      exported: ({ outcome }) => noteOutcomeWords[outcome].label,
    },
    {
      key: 'label',
      header: 'Désignation du BL',
      width: 160,
      grow: 1,
      render: ({ label }) => label,
      exported: ({ label }) => label,
    },
    {
      key: 'product',
      header: 'Produit du stock',
      width: 180,
      grow: 1,
      render: ({ productLabel, reasons, isExpired }) =>
        reasons.length > 0
          ? reasons.map(({ text }) => text).join(' ')
          : `${productLabel ?? '–'}${isExpired ? ' (lot périmé)' : ''}`,
      exported: ({ productLabel, reasons }) => productLabel ?? reasons.map(({ text }) => text).join(' '),
    },
    {
      key: 'delivered',
      header: 'Livré',
      width: 72,
      align: 'end',
      render: ({ row }) => row?.delivered ?? '–',
      exported: ({ row }) => row?.delivered ?? null,
    },
    {
      key: 'free',
      header: 'UG',
      width: 60,
      align: 'end',
      render: ({ row }) => row?.free || '–',
      exported: ({ row }) => row?.free ?? null,
    },
    {
      key: 'purchasePrice',
      header: 'Prix d’achat',
      width: 104,
      align: 'end',
      render: ({ row }) => (row?.purchasePrice ? formatSupplierPrice(row.purchasePrice, currency) : '–'),
      exported: ({ row }) => (row?.purchasePrice ? { price: row.purchasePrice } : null),
    },
    {
      key: 'salePrice',
      header: 'Prix public',
      width: 104,
      align: 'end',
      render: ({ row }) => money(row?.salePrice),
      exported: ({ row }) => exportedMoney(row?.salePrice),
    },
  ]
}

function exportedMoney(amount: number | null | undefined) {
  return amount === null || amount === undefined ? null : { money: amount }
}
