import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { unbroken } from '#shared/ui/marked-label.tsx'
import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import { lineTotal, type SaleRecord } from '#shared/domain/sale.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { CoverageLine } from '#kiosk/ui/coverage-line.tsx'
import type { LineCoverage } from '#kiosk/ui/coverage-shown.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import classes from './sale.module.css'

/** A lot of the line's product, with what this terminal believes is left of it. */
export type LotChoice = StockItem & { left: number }

interface TicketLineProps {
  record: SaleRecord
  /** The lots it may go out from; empty when the list no longer knows the product. */
  lots: readonly LotChoice[]
  today: string
  maySellExpired: boolean
  /** Who pays what of it; undefined: nobody but the customer. */
  coverage: LineCoverage | undefined
  isOpen: boolean
  onToggle: () => void
  onQuantity: (quantity: number) => void
  onLot: (lot: LotChoice) => void
  onRemove: () => void
}

export function TicketLine({ record, lots, coverage, isOpen, onToggle, onQuantity, ...rest }: TicketLineProps) {
  const lot = lots.find(({ id }) => id === record.stockItemId)
  const isBeyond = lot !== undefined && record.quantity > lot.left
  return (
    <li className={classes.line}>
      <div className={classes.lineMain}>
        <button type="button" className={`${classes.names} officine-focus`} aria-expanded={isOpen} onClick={onToggle}>
          <span className={classes.label}>{unbroken(record.label)}</span>
          <span className={classes.unit}>
            {record.quantity > 1 && (
              <>
                {formatAmount(record.quantity, { decimals: 0 })} × <Money amount={record.price} />
                {lot && ' · '}
              </>
            )}
            {lot && lotText(lot)}
          </span>
          {isBeyond && <span className={classes.warning}>{beyondText(lot.left)}</span>}
        </button>
        <Stepper value={record.quantity} label={record.label} onChange={onQuantity} />
        <Money amount={lineTotal(record)} className={classes.amount} />
      </div>
      {coverage && <CoverageLine line={coverage} />}
      {isOpen && <LineDetail record={record} lots={lots} {...rest} />}
    </li>
  )
}

function LineDetail({ record, lots, today, maySellExpired, onLot, onRemove }: Omit<TicketLineProps, 'coverage' | 'isOpen' | 'onToggle' | 'onQuantity'>) {
  return (
    <div className={classes.lots} role="group" aria-label={`Lots de ${record.label}`}>
      {lots.map((lot) => {
        const hasExpired = lot.expiresOn !== null && isExpired(lot.expiresOn, today)
        return (
          <button
            key={lot.id}
            type="button"
            className={`${classes.lot} officine-focus`}
            aria-pressed={lot.id === record.stockItemId}
            disabled={hasExpired && !maySellExpired}
            onClick={() => onLot(lot)}
          >
            <span>
              {lotText(lot)}
              {hasExpired && ' · périmé'}
            </span>
            <span>
              {formatAmount(lot.left, { decimals: 0 })} en stock · <Money amount={lot.salePrice} />
            </span>
          </button>
        )
      })}
      <Button variant="default" size="sm" leftSection={<IconTrash size={22} aria-hidden />} onClick={onRemove}>
        Retirer la ligne
      </Button>
    </div>
  )
}

/** « Lot AX2038, 03/2027 » */
export function lotText({ lot, expiresOn }: Pick<StockItem, 'lot' | 'expiresOn'>): string {
  const name = lot === null ? 'Sans numéro de lot' : `Lot ${lot}`
  return expiresOn === null ? name : `${name}, ${formatMonth(expiresOn)}`
}

/** More leaves than the list knows of: allowed (the delivery was not keyed yet), and said. */
function beyondText(left: number): string {
  return left > 0 ? `${formatAmount(left, { decimals: 0 })} en stock seulement` : 'Plus de stock dans ce lot'
}
