import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import type { DeliveryLine } from '#shared/contract/deliveries.ts'
import { readDeliveryScan } from '#shared/domain/deliveries/delivery-scan.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/deliveries/deliveries.module.css'
import type { ActOnLine } from '#backoffice/deliveries/use-delivery-lines.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'

interface ScanBarProps {
  lines: readonly DeliveryLine[]
  act: ActOnLine
  /** The line that was counted or made. */
  onLine: (id: string) => void
  fieldRef: Ref<HTMLInputElement>
}

/** Counts boxes by scan, and adds products by name. Works without a network. */
export function ScanBar({ lines, act, onLine, fieldRef }: ScanBarProps) {
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const today = useAtomValue(todayAtom)
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState<{ text: string; isProblem: boolean } | null>(null)
  const say = (words: string, isProblem = false) => setWord({ text: words, isProblem })
  // Two scans of a new product in one moment must find the line that the first one made.
  const made = useRef(new Map<string, string>())

  /** What a full disk did not store is counted above the lines, and comes back from there. */
  const note = (typed: Parameters<ActOnLine>[0], name: string, done: string) => {
    onLine(typed.lineId)
    void act(typed).then((isKept) =>
      isKept ? say(`${name}\u00a0: ${done}`) : say(`${name}\u00a0: pas encore enregistré sur ce poste.`, true),
    )
  }

  const count = (code: string) => {
    const scan = readDeliveryScan(code, {
      today,
      lines,
      productsOf: (codes) =>
        (index?.findCodes([...codes]) ?? []).flatMap((id) => {
          const product = products.get(id)
          return product ? [{ id, label: product.label }] : []
        }),
    })
    switch (scan.kind) {
      case 'unknown':
        return say(`${code}\u00a0: aucun produit du stock n’a ce code. Cherchez-le par son nom.`, true)
      case 'several':
        return say(`${code}\u00a0: plusieurs produits ont ce code. Choisissez-le par son nom.`, true)
      case 'count': {
        const line = lines.find(({ id }) => id === scan.lineId)
        const typed = { lineId: scan.lineId, add: 1, fill: scan.fill }
        return note(typed, line?.productLabel ?? line?.label ?? code, 'une boîte de plus')
      }
      case 'new': {
        const key = `${scan.product.id} ${scan.fill.lot}`
        const lineId = made.current.get(key) ?? uuid7()
        made.current.set(key, lineId)
        const typed = {
          lineId,
          line: {
            code: null,
            label: scan.product.label,
            productId: scan.product.id,
            packagingId: scan.like?.packagingId ?? null,
          },
          add: 1,
          fill: scan.fill,
          ...(scan.like ? { set: { purchasePrice: scan.like.purchasePrice, vat: scan.like.vat } } : {}),
        }
        return note(typed, scan.product.label, 'ligne ajoutée')
      }
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') count(typed)
    setTyped('')
  }
  return (
    <div>
      <div className={classes.scan}>
        <form onSubmit={submit}>
          <TextInput
            ref={fieldRef}
            label="Scanner une boîte"
            placeholder="Chaque scan compte une boîte"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        <ProductField
          label="Ajouter un produit sans code"
          value={null}
          onChange={(choice) => {
            if (!choice) return
            const line = { code: null, label: choice.label, productId: choice.id, packagingId: null }
            note({ lineId: uuid7(), line, set: { received: 0 } }, choice.label, 'ligne ajoutée')
          }}
        />
      </div>
      <p className={`${word?.isProblem ? classes.problem : text.quiet} ${classes.word}`} role="status">
        {word?.text}
      </p>
    </div>
  )
}
