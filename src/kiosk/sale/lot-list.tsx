import { DiscountTag } from '#kiosk/counter/sale/discount-tag.tsx'
import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { countUnits } from '#kiosk/counter/sale/unit-words.ts'
import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import { blockWords, isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { expiryState } from '#shared/domain/stock.ts'
import { formatExpiry, formatMonth } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { ofName } from '#shared/ui/of-name.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from './line-panel.module.css'
import { firstToLeave, type LotChoice } from './use-line-facts.ts'

interface LotListProps {
  record: SaleRecord
  lots: readonly LotChoice[]
  form: string | null
  today: string
  maySellExpired: boolean
  onLot: (lot: LotChoice) => void
}

/** The lots that a line may use: packaging, expiry, what is left, and which to sell first. */
export function LotList({ record, lots, form, today, maySellExpired, onLot }: LotListProps) {
  const first = firstToLeave(lots, today)
  return (
    <div className={classes.lots} role="group" aria-label={`Lots ${ofName(record.label)}`}>
      {lots.map((lot) => {
        const { kind } = expiryState(lot.expiresOn, today)
        const isExpiredBarred = kind === 'expired' && !maySellExpired
        return (
          <button
            key={lot.id}
            type="button"
            className={`${classes.lot} officine-focus`}
            aria-pressed={lot.id === record.stockItemId}
            disabled={isBlockedLot(lot)}
            onClick={() => onLot(lot)}
          >
            <span className={classes.lotNames}>
              <b>{lotText(lot)}</b>
              <span>{packagingText(lot)}</span>
              {(kind === 'expired' || kind === 'soon') && (
                <StatusTag tone={kind === 'expired' ? 'danger' : 'warning'}>
                  {kind === 'expired' ? 'périmé' : formatExpiry(lot.expiresOn!, today)}
                </StatusTag>
              )}
              {isExpiredBarred && <span>{askPharmacist}</span>}
              {isBlockedLot(lot) && <StatusTag tone="danger">{blockWords[lot.blocked!]}</StatusTag>}
              <DiscountTag item={lot} />
              {lot.archived && <StatusTag tone="danger">retiré</StatusTag>}
              {lot.id === first && <StatusTag tone="success">sort en premier</StatusTag>}
            </span>
            <span className={classes.lotFigures}>
              <span>{leftText(lot, form)}</span>
              <Money amount={counterPrice(lot)} />
            </span>
          </button>
        )
      })}
    </div>
  )
}

/** « Lot AX2038, 03/2027 ». */
export function lotText({ lot, expiresOn }: Pick<StockItem, 'lot' | 'expiresOn'>): string {
  const name = lot === null ? 'Sans numéro de lot' : `Lot ${lot}`
  return expiresOn === null ? name : `${name}, ${formatMonth(expiresOn)}`
}

/** « Boîte de 30 », « d’une boîte de 30 ». For loose units, the count beside it names the unit. */
function packagingText({ packaging, units, box }: LotChoice): string {
  if (box) return `d’une boîte de\u00a0${box.units}`
  return (units ?? 1) > 1 ? `${packaging} de ${units}` : packaging
}

function leftText({ left, box }: LotChoice, form: string | null): string {
  return box ? `${countUnits(left, form)} + ${plural(box.left, 'boîte')}` : `${plural(left, 'boîte')} en stock`
}
