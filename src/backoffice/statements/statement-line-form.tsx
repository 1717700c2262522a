import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type BillStatementDetail, billStatements, type StatementRecord } from '#shared/contract/bill-statements.ts'
import { caps } from '#shared/domain/caps.ts'
import { isSupplierPrice } from '#shared/domain/supplier-price.ts'
import { computedAmount, statementLineKinds, type StatementLineKind } from '#shared/domain/statements/statement-line.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatSupplierPrice } from '#shared/ui/money-format.ts'
import { readAmount, readTypedPrice } from '#shared/ui/read-amount.ts'
import { lineKindWords } from '#backoffice/statements/statement-words.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const kinds = statementLineKinds.map((value) => ({ value, label: lineKindWords[value] }))

/** Adds lines by hand, one after the other. */
export function NewStatementLine({ statement }: { statement: BillStatementDetail }) {
  const [position, setPosition] = useState<number | null>(null)
  if (!useMay(billStatements.putRecord)) return null
  const next = statement.nextPosition
  return (
    <>
      <WriteButton variant="default" onClick={() => setPosition(next)}>
        Ajouter une ligne
      </WriteButton>
      {position !== null && (
        <StatementLineForm
          key={position}
          statementId={statement.id}
          position={position}
          title={`Ligne ${position}`}
          onClose={() => setPosition(null)}
        />
      )}
    </>
  )
}

interface StatementLineFormProps {
  statementId: string
  position: number
  title: string
  /** The line as it is; undefined for a new one. */
  record?: StatementRecord
  onClose: () => void
}

/** A line as the supplier wrote it; the amount follows from boxes, price and rebate until it is typed. */
export function StatementLineForm({ statementId, position, title, record, onClose }: StatementLineFormProps) {
  const send = useSend()
  const currency = useCurrency()
  const shown = (amount: number | undefined) => (amount === undefined ? '' : formatAmount(amount, currency))
  const form = useForm({
    initial: {
      kind: (record?.kind ?? 'goods') as StatementLineKind,
      noteNumber: record?.noteNumber ?? '',
      day: record?.day ?? null,
      product: (record?.productId ? { id: record.productId, label: record.productLabel ?? '' } : null) as Choice | null,
      label: record?.label ?? '',
      quantity: record?.quantity ?? 1,
      free: record?.free ?? 0,
      price: record ? formatSupplierPrice(record.price, currency) : '',
      rebate: shown(record?.rebate || undefined),
      vat: record ? String(record.vat / 100) : '0',
      amount: shown(record?.amount),
    },
    schema: billStatements.putRecord.body!,
    bodyOf: (typed) => {
      const isGoods = typed.kind === 'goods'
      const line = {
        quantity: isGoods ? typed.quantity : 0,
        price: isGoods ? (readTypedPrice(typed.price, currency) ?? (typed.price.trim() ? typed.price : '0')) : '0',
        rebate: (isGoods ? readAmount(typed.rebate, currency) : 0) ?? 0,
        vat: isGoods ? Math.round(Number(typed.vat.replace(',', '.')) * 100) : 0,
      }
      const amount = readAmount(typed.amount, currency)
      return {
        ...line,
        kind: typed.kind,
        noteNumber: typed.noteNumber.trim() || null,
        day: typed.day,
        code: record?.code ?? null,
        label: typed.label.trim() || typed.product?.label || `${lineKindWords[typed.kind]} ${typed.noteNumber}`,
        productId: isGoods ? (typed.product?.id ?? null) : null,
        free: isGoods ? typed.free : 0,
        amount: amount ?? (isSupplierPrice(line.price) ? computedAmount(line) : 0),
      }
    },
    send: (body) => send(billStatements.putRecord, { params: { id: statementId, position: String(position) }, body }),
    onDone: onClose,
  })
  const isGoods = form.values.kind === 'goods'
  const { value: product, onChange: setProduct } = form.field('product', 'productId')
  return (
    <PanelModal opened onClose={onClose} title={title} size="lg" centered>
      <FormFrame label={title} form={form} onCancel={onClose}>
        <SimpleGrid cols={3}>
          <Select
            label="Nature"
            data={kinds}
            allowDeselect={false}
            value={form.values.kind}
            onChange={(kind) => form.set({ kind: kind as StatementLineKind })}
          />
          <TextInput
            label={form.values.kind === 'credit' ? 'N° de l’avoir' : 'N° du BL'}
            maxLength={40}
            data-autofocus
            {...form.text('noteNumber')}
          />
          <DayField label="Date" {...form.field('day')} />
        </SimpleGrid>
        {isGoods && (
          <>
            <ProductField label="Produit" value={product} onChange={setProduct} />
            <SimpleGrid cols={3}>
              <CountInput label="Boîtes facturées" min={0} max={caps.quantity} {...form.field('quantity')} />
              <CountInput label="Gratuites (UG)" min={0} max={caps.quantity} {...form.field('free')} />
              <AmountField label="Prix HT" isExact {...form.field('price')} />
              <AmountField label="Remise de la ligne" {...form.field('rebate')} />
              <TextInput label="TVA (%)" inputMode="decimal" {...form.text('vat')} />
              <AmountField label="Montant TTC" placeholder="calculé" {...form.field('amount')} />
            </SimpleGrid>
          </>
        )}
        {!isGoods && <AmountField label="Montant TTC" required {...form.field('amount')} />}
        <TextInput label="Désignation" maxLength={200} placeholder="comme le produit" {...form.text('label')} />
      </FormFrame>
    </PanelModal>
  )
}
