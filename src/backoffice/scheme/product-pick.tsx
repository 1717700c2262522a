import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { products, type Product } from '#shared/contract/products.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import textClasses from '#shared/ui/text.module.css'
import classes from '#backoffice/scheme/scheme.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

interface ProductPickProps {
  /** Initial search text. */
  initial: string
  chosenId: string | null
  isBusy: boolean
  onPick: (productId: string) => void
}

const typingMs = 200
const shown = 12

/** Finds a product of the referential: ↓ moves to the results, Enter chooses one. */
export function ProductPick({ initial, chosenId, isBusy, onPick }: ProductPickProps) {
  const [text, setText] = useState(initial)
  const [search] = useDebouncedValue(text.trim().slice(0, 100), typingMs)
  const list = useRef<HTMLUListElement>(null)
  const { data, error, retry, isFetching } = useAnswer(
    products.list,
    { query: { search, size: shown } },
    { enabled: search !== '', keep: true },
  )
  const found = search === '' ? [] : (data?.items ?? []).filter(({ archived }) => !archived)
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  }
  return (
    <div className={classes.pick} onKeyDown={walk}>
      <SearchBar
        label="Chercher un produit"
        placeholder="Nom, DCI ou code"
        value={text}
        onChange={setText}
        onSubmit={() => found[0] && text.trim() === search && !isFetching && !isBusy && onPick(found[0].id)}
      />
      {search !== '' && !data && <PanelFace error={error} onRetry={retry} missingText="Aucun produit trouvé." />}
      {data && search !== '' && found.length === 0 && !isFetching && (
        <p className={textClasses.none}>Aucun produit trouvé. Essayez la DCI, ou le code de la boîte.</p>
      )}
      <ul ref={list} aria-label="Produits trouvés" className={classes.found}>
        {found.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              className="officine-focus"
              disabled={isBusy || product.id === chosenId}
              onClick={() => onPick(product.id)}
            >
              <b>
                <MarkedLabel text={product.label} search={search} />
              </b>
              <small>{factsOf(product)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function factsOf({ inns, form }: Product): string {
  return [inns.map(({ name, dosage }) => [name, dosage].filter(Boolean).join(' ')).join(' + '), form]
    .filter(Boolean)
    .join(' · ')
}
