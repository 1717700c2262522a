import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { labels } from '#shared/contract/labels.ts'
import { readLabelScan } from '#shared/domain/labels/label-scan.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import text from '#shared/ui/text.module.css'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import classes from '#backoffice/labels/labels.module.css'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import { isOfflineAtom, offlineBarrier } from '#backoffice/ui/offline.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type Word = { text: string; isProblem: boolean }

/** Adds products to the queue, by scan or by name. `onAdded`: the product waits now. */
export function AddLabels({ onAdded }: { onAdded: (productId: string) => void }) {
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const today = useAtomValue(todayAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const send = useSend()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState<Word | null>(null)
  useShortcuts({ s: () => field.current?.focus() }, !isOffline)

  const add = async ({ id, label }: { id: string; label: string }) => {
    try {
      const { added, archived } = await send(labels.add, { body: { productIds: [id] } })
      if (archived > 0) return setWord({ text: `${label}\u00a0: le produit est archivé.`, isProblem: true })
      onAdded(id)
      setWord({
        text: `${label}\u00a0: ${added > 0 ? 'étiquette ajoutée' : 'son étiquette est déjà dans la file'}`,
        isProblem: false,
      })
    } catch {
      setWord({ text: `${label}\u00a0: pas de réponse, recommencez.`, isProblem: true })
    }
  }
  const take = (code: string) => {
    const scan = readLabelScan(code, {
      today,
      productsOf: (codes) =>
        (index?.findCodes([...codes]) ?? []).flatMap((id) => {
          const product = products.get(id)
          return product ? [{ id, label: product.label }] : []
        }),
    })
    switch (scan.kind) {
      case 'unknown':
        return setWord({ text: `${code}\u00a0: aucun produit du stock n’a ce code.`, isProblem: true })
      case 'several':
        return setWord({ text: `${code}\u00a0: plusieurs produits ont ce code. Cherchez par le nom.`, isProblem: true })
      case 'product':
        return void add(scan.product)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') take(typed.trim())
    setTyped('')
  }
  return (
    <div>
      <div className={classes.add}>
        <form onSubmit={submit}>
          <TextInput
            ref={field}
            label="Scanner un produit"
            placeholder={isOffline ? offlineBarrier : 'Chaque scan ajoute son étiquette'}
            disabled={isOffline}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        <ProductField
          label="Ajouter par le nom"
          value={null}
          onChange={(choice) => {
            if (choice) void add(choice)
          }}
        />
      </div>
      <p className={`${word?.isProblem ? classes.problem : text.quiet} ${classes.word}`} role="status">
        {word?.text}
      </p>
    </div>
  )
}
