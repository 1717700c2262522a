import { Button } from '@mantine/core'
import { IconArrowsExchange, IconUserX } from '@tabler/icons-react'
import { isOut as isOutOf } from '#shared/domain/boxes-and-units.ts'
import { sellableStock, type LeftOf } from '#kiosk/counter/sale/counter-atoms.ts'
import { isUnitLabel } from '#kiosk/counter/sale/unit-sale.ts'
import { countUnits, stockWords } from '#kiosk/counter/sale/unit-words.ts'
import type { Purchase } from '#shared/contract/persons.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { ofName } from '#shared/ui/of-name.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import classes from './help.module.css'
import type { ResumedLine } from './resume-purchases.ts'

interface PurchaseRowProps {
  purchase: Purchase
  /** Undefined: no longer in the list. */
  product: PharmacyProduct | undefined
  /** The lines that would be added to the ticket. Empty if no lot can be sold. */
  lines: readonly ResumedLine[]
  leftOf: LeftOf
  today: string
  isFirst: boolean
  isChosen: boolean
  onToggle: () => void
  onEnter: () => void
  onEquivalents: ((product: PharmacyProduct) => void) | undefined
  onMissed: ((product: PharmacyProduct) => void) | undefined
}

/** One product: when, how many, its posology, and whether it is available today and at what price. */
export function PurchaseRow({
  purchase,
  product,
  lines,
  leftOf,
  today,
  isFirst,
  isChosen,
  onToggle,
  onEnter,
  onEquivalents,
  onMissed,
}: PurchaseRowProps) {
  const stock = product ? sellableStock(product, today, leftOf) : { boxes: 0, units: 0 }
  const isOut = isOutOf(stock)
  const maySell = lines.length > 0 && !isOut
  const quantity = isUnitLabel(purchase.label)
    ? countUnits(purchase.quantity, product?.form ?? null)
    : plural(purchase.quantity, 'boîte')
  const facts = [`${formatShortDay(purchase.soldAt)}`, quantity, purchase.times > 1 && `acheté ${purchase.times} fois`]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={classes.purchase}>
      <label className={classes.purchaseLabel} data-out={!maySell || undefined}>
        <input
          type="checkbox"
          data-autofocus={isFirst || undefined}
          checked={isChosen}
          disabled={!maySell}
          aria-label={purchase.label}
          onChange={onToggle}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onEnter()
          }}
        />
        <span className={classes.purchaseNames}>
          <b>{unbroken(purchase.label)}</b>
          <span>{facts}</span>
          {purchase.posology && <span>{purchase.posology}</span>}
        </span>
        <span className={classes.purchaseEnd}>
          {lines[0] && (
            <b>
              <Money amount={counterPrice(lines[0].item)} />
            </b>
          )}
          {isOut ? (
            <StatusTag tone="danger">{product ? 'Rupture' : 'N’est plus dans la liste'}</StatusTag>
          ) : (
            <span className={text.quiet}>{stockWords(stock, product?.form ?? null)}</span>
          )}
        </span>
      </label>
      {!maySell && product && (onEquivalents || onMissed) && (
        <div className={classes.instead}>
          {onEquivalents && product.inn !== '' && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowsExchange size={22} aria-hidden />}
              aria-label={`Équivalents ${ofName(product.label)}`}
              onClick={() => onEquivalents(product)}
            >
              Équivalents
            </Button>
          )}
          {onMissed && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUserX size={22} aria-hidden />}
              aria-label={`Noter la demande\u00a0: ${product.label}`}
              onClick={() => onMissed(product)}
            >
              Noter la demande
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
