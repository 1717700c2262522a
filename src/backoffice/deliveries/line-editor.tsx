import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { caps } from '#shared/domain/caps.ts'
import { expiryOf } from '#shared/domain/files/article-cells.ts'
import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { type Currency, formatAmount, formatSupplierPrice } from '#shared/ui/money-format.ts'
import { readAmount, readTypedPrice } from '#shared/ui/read-amount.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'

type Typed = Record<'received' | 'free' | 'purchasePrice' | 'salePrice' | 'lot' | 'expiry', string>

interface LineEditorProps {
  line: JudgedLine
  /** Saves what was typed, as controlled; null: nothing was changed, only controlled. */
  onSave: (set: Partial<DeliveryLineFields>) => void
  onRemove: () => void
  onAnotherLot: () => void
  onClose: () => void
}

/** The fields of one line. Entrée saves it as controlled and goes to the next one. */
export function LineEditor({ line, onSave, onRemove, onAnotherLot, onClose }: LineEditorProps) {
  const currency = useCurrency()
  const [typed, setTyped] = useState<Typed>(() => typedOf(line, currency))
  const [packagingId, setPackagingId] = useState(line.packagingId)
  const [product, setProduct] = useState<{ id: string; label: string } | null>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    first.current?.focus()
    first.current?.select()
  }, [])
  const { set, errors } = readTyped(typed, currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(errors).length > 0) return
    const productId = product?.id ?? line.productId
    onSave({
      ...changedOnly(line, { ...set, packagingId: productId === line.productId ? packagingId : null, productId }),
      isChecked: true,
    })
  }
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <form className={classes.editor} aria-label={`Ligne ${line.productLabel ?? line.label}`} onSubmit={submit}>
      <div className={classes.product}>
        {line.productId === null ? (
          <ProductField
            label={`Produit du stock pour « ${line.label} »`}
            value={product && { ...product, detail: '' }}
            onChange={setProduct}
          />
        ) : (
          <Select
            label={line.productLabel ?? line.label}
            placeholder="Conditionnement"
            data={line.packagings.map(({ id, label }) => ({ value: id, label }))}
            value={packagingId}
            onChange={setPackagingId}
            allowDeselect={false}
          />
        )}
      </div>
      <TextInput ref={first} label="Reçu" inputMode="numeric" {...field('received')} />
      <TextInput label="UG" inputMode="numeric" {...field('free')} />
      <TextInput label="Prix d’achat" inputMode="decimal" {...field('purchasePrice')} />
      <TextInput label="Prix public" inputMode="decimal" placeholder="inchangé" {...field('salePrice')} />
      <TextInput label="Lot" maxLength={40} {...field('lot')} />
      <TextInput label="Expire" placeholder="MM/AAAA" {...field('expiry')} />
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Fermer
        </Button>
        <Button variant="subtle" color="danger" onClick={onRemove}>
          Retirer la ligne
        </Button>
        <Button variant="default" onClick={onAnotherLot} disabled={line.productId === null}>
          Autre lot
        </Button>
        <Button type="submit">Contrôlé</Button>
      </div>
    </form>
  )
}

function typedOf(line: JudgedLine, currency: Currency): Typed {
  const money = (amount: number | null) => (amount === null ? '' : formatAmount(amount, currency))
  return {
    received: String(line.received),
    free: String(line.free),
    purchasePrice: formatSupplierPrice(line.purchasePrice, currency),
    salePrice: money(line.salePrice),
    lot: line.lot ?? '',
    expiry: line.expiresOn ? line.expiresOn.split('-').toReversed().join('/') : '',
  }
}

/** What the texts mean, and what is wrong with them. */
function readTyped(
  typed: Typed,
  currency: Currency,
): { set: Partial<DeliveryLineFields>; errors: Partial<Record<keyof Typed, string>> } {
  const errors: Partial<Record<keyof Typed, string>> = {}
  const count = (name: 'received' | 'free') => {
    const text = typed[name].replaceAll(/\s/g, '') || '0'
    if (/^\d+$/.test(text) && Number(text) <= caps.quantity) return Number(text)
    errors[name] = 'Nombre de boîtes'
    return 0
  }
  const salePrice = readAmount(typed.salePrice, currency)
  if (salePrice !== null && !(salePrice <= caps.unitPrice)) errors.salePrice = 'Montant'
  const purchasePrice = readTypedPrice(typed.purchasePrice, currency)
  if (purchasePrice === undefined) errors.purchasePrice = 'Montant'
  const expiry = typed.expiry.trim()
  const expiresOn = expiry === '' ? null : expiryOf(expiry)
  if (expiry !== '' && expiresOn === null) errors.expiry = 'Mois et année'
  return {
    set: {
      received: count('received'),
      free: count('free'),
      purchasePrice: purchasePrice ?? '0',
      salePrice,
      lot: typed.lot.trim() || null,
      expiresOn,
    },
    errors,
  }
}

/** Only what differs: what a colleague changed meanwhile in another field stays. */
function changedOnly(line: JudgedLine, set: Partial<DeliveryLineFields>): Partial<DeliveryLineFields> {
  return Object.fromEntries(
    Object.entries(set).filter(([name, value]) => value !== line[name as keyof DeliveryLineFields]),
  )
}
