import { Button } from '@mantine/core'
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { stockWords } from '#kiosk/counter/sale/unit-words.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { ofName } from '#shared/ui/of-name.ts'
import text from '#shared/ui/text.module.css'
import classes from './line-panel.module.css'
import { lotText } from './lot-list.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { useEquivalents } from './use-equivalents.ts'

interface EquivalentsPanelProps {
  sale: LocalSale
  product: PharmacyProduct
  /** The line to replace. Undefined if the panel was opened from the results. */
  record: SaleRecord | undefined
  isByUnit: boolean
  onReplace: (product: PharmacyProduct, item: StockItem) => void
  onAdd: (product: PharmacyProduct, item: StockItem) => void
  onClose: () => void
}

/** Available products with the same substances, dosages and form, with what the patient would pay for each. */
export function EquivalentsPanel({
  sale,
  product,
  record,
  isByUnit,
  onReplace,
  onAdd,
  onClose,
}: EquivalentsPanelProps) {
  const quantity = record?.quantity ?? 1
  const equivalents = useEquivalents(sale, product, { lineId: record?.id, quantity, isByUnit })
  const list = useRef<HTMLUListElement>(null)
  // The panel may have been opened by a key, so focus its first button.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-first]')]
    const at = buttons.findIndex((button) => button.closest('li')?.contains(document.activeElement))
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus()
    event.preventDefault()
  }
  return (
    <PanelFrame
      title={unbroken(`Équivalents ${ofName(product.label)}`)}
      name={`Équivalents ${ofName(product.label)}`}
      fact={[product.inn, product.form].filter(Boolean).join('\u00a0· ')}
      closeLabel="Fermer les équivalents"
      onClose={onClose}
    >
      {equivalents.length === 0 && (
        <p className={text.none}>
          {product.inn === ''
            ? 'La DCI de ce produit n’est pas connue.'
            : 'Aucun équivalent en stock\u00a0: même DCI, même dosage, même forme.'}
        </p>
      )}
      <ul ref={list} className={classes.rows} aria-label="Équivalents" onKeyDown={walk}>
        {equivalents.map(({ product: other, item, stock, patient, total }) => (
          <li key={other.id} className={classes.row}>
            <div>
              <b>{unbroken(other.label)}</b>
              <div className={classes.facts}>
                <span>{stockWords(stock, other.form)}</span>
                {other.storage && <span>{other.storage}</span>}
                <span>{lotText(item)}</span>
              </div>
            </div>
            <div className={classes.pays}>
              <Money amount={patient} />
              <small>
                {patient === total ? (
                  'à payer'
                ) : (
                  <>
                    sur <Money amount={total} />
                  </>
                )}
              </small>
            </div>
            <div className={classes.rowGestures}>
              {record && (
                <Button
                  data-first
                  variant="light"
                  size="sm"
                  leftSection={<IconArrowsExchange size={22} aria-hidden />}
                  aria-label={`Remplacer par ${other.label}`}
                  onClick={() => onReplace(other, item)}
                >
                  Remplacer
                </Button>
              )}
              <Button
                data-first={record ? undefined : true}
                variant="default"
                size="sm"
                leftSection={<IconPlus size={22} aria-hidden />}
                aria-label={`Ajouter ${other.label}`}
                onClick={() => onAdd(other, item)}
              >
                Ajouter
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}
