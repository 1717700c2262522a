import { Button } from '@mantine/core'
import { IconArrowsExchange, IconPlus, IconUserX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isOut as isOutOf, type BoxesAndUnits } from '#shared/domain/boxes-and-units.ts'
import { stockWords } from '#kiosk/counter/sale/unit-words.ts'
import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import { expiryState } from '#shared/domain/stock.ts'
import { formatExpiry } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { ofName } from '#shared/ui/of-name.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from './find.module.css'
import { lotText } from './lot-list.tsx'

interface ProductHitProps {
  /** The label with the matched letters marked. */
  label: ReactNode
  inn: ReactNode
  name: string
  storage: string | null
  /** The lot to sell first. Null if none may be sold. */
  proposal: StockItem | null
  form: string | null
  /** What this terminal believes may be sold. */
  stock: BoxesAndUnits
  /** Where the sister pharmacies have it, while the own stock is 0. */
  sisters: ReactNode
  today: string
  isCurrent: boolean
  onAdd: () => void
  /** Undefined if no product can be its equivalent. */
  onEquivalents?: (() => void) | undefined
  /** Notes a missed sale. */
  onMissed: () => void
}

export function ProductHit({
  label,
  inn,
  name,
  storage,
  form,
  proposal,
  stock,
  sisters,
  today,
  isCurrent,
  onAdd,
  onEquivalents,
  onMissed,
}: ProductHitProps) {
  const isOut = isOutOf(stock)
  return (
    <li
      className={`${classes.hit} ${isOut ? classes.out : ''}`}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
    >
      <div>
        <div className={classes.label}>{label}</div>
        <div className={classes.facts}>
          {isOut && <StatusTag tone="danger">Rupture</StatusTag>}
          {sisters}
          {inn && <span>{inn}</span>}
          {storage && <span>{storage}</span>}
          {proposal && <LotFact lot={proposal} today={today} />}
        </div>
      </div>
      <div>
        <div className={classes.price}>{proposal && <Money amount={counterPrice(proposal)} />}</div>
        <div className={classes.stock}>
          {stock.units > 0 ? stockWords(stock, form) : `${formatAmount(stock.boxes, { decimals: 0 })} en stock`}
        </div>
      </div>
      <div className={classes.gestures}>
        {!isOut && onEquivalents && (
          <button
            type="button"
            className={`${classes.swap} officine-focus`}
            aria-label={`Équivalents ${ofName(name)}`}
            onClick={onEquivalents}
          >
            <IconArrowsExchange size={24} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className={`${classes.add} officine-focus`}
          aria-label={`Ajouter ${name}`}
          disabled={proposal === null}
          onClick={onAdd}
        >
          <IconPlus size={28} aria-hidden />
        </button>
      </div>
      {isOut && (
        <div className={classes.instead}>
          {onEquivalents && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowsExchange size={22} aria-hidden />}
              aria-label={`Équivalents ${ofName(name)}`}
              onClick={onEquivalents}
            >
              Équivalents
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUserX size={22} aria-hidden />}
            aria-label={`Noter la demande\u00a0: ${name}`}
            onClick={onMissed}
          >
            Noter la demande
          </Button>
        </div>
      )}
    </li>
  )
}

function LotFact({ lot, today }: { lot: StockItem; today: string }) {
  const expiry = expiryState(lot.expiresOn, today)
  if (expiry.kind !== 'soon') return <span>{lotText(lot)}</span>
  const words = formatExpiry(lot.expiresOn!, today)
  return (
    <>
      <span>{lotText(lot)}</span>
      <StatusTag tone="warning">{words.charAt(0).toUpperCase() + words.slice(1)}</StatusTag>
    </>
  )
}
