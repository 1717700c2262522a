import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import type { DeliveryImport, ImportedRow } from '#shared/contract/delivery-imports.ts'
import { nearestAmount } from '#shared/domain/supplier-price.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay, formatShortDay } from '#shared/ui/date-format.ts'
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
  const isOpening = read.supplierId === null
  const columns = useMemo(() => columnsOf(currency, isOpening), [currency, isOpening])
  const open = read.rows.filter(({ outcome }) => outcome === 'proposed' || outcome === 'unknown')
  return (
    <Sheet title="3. Vérification" fact="rien n’est encore enregistré">
      <p>{isOpening ? heldText(read, currency) : notesText(read, currency)}</p>
      <CheckedRows
        label={isOpening ? 'Lignes du fichier' : 'Lignes du BL'}
        rows={read.rows}
        columns={columns}
        outcomes={outcomes}
        words={noteOutcomeWords}
        first={read.rows.some(({ outcome }) => outcome === 'error') ? 'error' : undefined}
        exportName={(shown) => (shown === 'error' ? 'Lignes à corriger' : isOpening ? 'Stock vérifié' : 'BL vérifié')}
      />
      {open.length > 0 && (
        <>
          <p className={classes.barrier}>
            {plural(open.length, 'ligne sans produit connu', 'lignes sans produit connu')}.{' '}
            {isOpening
              ? 'Choisissez leur produit, ou faites-en des produits de la pharmacie à l’étape suivante.'
              : `Le choix est retenu pour les prochains BL de ${read.supplierName}\u202f; une ligne peut aussi être choisie pendant la réception.`}
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

function notesText({ notes }: DeliveryImport, currency: Currency): string {
  return (
    notes
      .map(
        ({ bl, day, lines, total }) =>
          `${bl === null ? 'BL sans numéro' : noteName(bl)}${day ? ` du ${formatDay(day)}` : ''}, ${plural(lines, 'ligne')}, ${formatMoney(total, currency)}`,
      )
      .join(' · ') || 'Aucune ligne à recevoir.'
  )
}

/** « 320 lignes, 4 012 boîtes, 6 120 000 F CFA au coût » */
function heldText({ rows }: DeliveryImport, currency: Currency): string {
  const held = rows.flatMap(({ row }) => (row && row.delivered + row.free > 0 ? [row] : []))
  const boxes = held.reduce((sum, { delivered, free }) => sum + delivered + free, 0)
  const cost = held.reduce(
    (sum, { delivered, free, purchasePrice }) => sum + nearestAmount(purchasePrice ?? '0') * (delivered + free),
    0,
  )
  return held.length === 0
    ? 'Aucune boîte en stock dans ce fichier.'
    : `${plural(held.length, 'ligne')}, ${plural(boxes, 'boîte')}, ${formatMoney(cost, currency)} au coût.`
}

function columnsOf(currency: Currency, isOpening: boolean): readonly ExportedColumn<ImportedRow>[] {
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
      header: isOpening ? 'Désignation du fichier' : 'Désignation du BL',
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
      header: isOpening ? 'Stock' : 'Livré',
      width: 72,
      align: 'end',
      render: ({ row }) => row?.delivered ?? '–',
      exported: ({ row }) => row?.delivered ?? null,
    },
    isOpening
      ? {
          key: 'lot',
          header: 'Lot',
          width: 150,
          render: ({ row }) =>
            [row?.lot, row?.expiresOn && formatShortDay(row.expiresOn)].filter(Boolean).join(', ') || '–',
          exported: ({ row }) => row?.lot ?? null,
        }
      : {
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
