import { DiscountTag } from '#kiosk/counter/sale/discount-tag.tsx'
import { shallowEqual } from '@mantine/hooks'
import { replaceEqualDeep } from '@tanstack/query-core'
import { useAtomValue } from 'jotai'
import { memo, type ReactNode } from 'react'
import { CoverageLine, CoverageNote } from '#kiosk/counter/coverage/coverage-line.tsx'
import type { LineCoverage } from '#kiosk/counter/coverage/coverage-shown.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { listWords } from '#kiosk/counter/sale/list-words.ts'
import { mostUnits } from '#kiosk/counter/sale/unit-sale.ts'
import { countUnits, stockWords } from '#kiosk/counter/sale/unit-words.ts'
import { isDiscounted } from '#shared/domain/expiries/counter-price.ts'
import { lineTotal, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { lotText } from './lot-list.tsx'
import classes from './sale.module.css'
import type { LineFacts, LotChoice } from './use-line-facts.ts'

interface TicketLineProps {
  record: SaleRecord
  facts: LineFacts
  /** The parts of the payers. Undefined if only the customer pays. */
  coverage: LineCoverage | undefined
  isOpen: boolean
  onToggle: (lineId: string) => void
  onQuantity: (lineId: string, quantity: number) => void
}

/**
 * A line of stock. A touch opens its price and lots. Memoized: it renders when its own data change, as a ticket may
 * have sixty lines.
 */
export const TicketLine = memo(function TicketLine({ record, facts, coverage, ...rest }: TicketLineProps) {
  const lot = facts?.lots.find(({ id }) => id === record.stockItemId)
  const listPrice = facts?.item.salePrice ?? record.price
  const form = facts?.product.form ?? null
  const isByUnit = lot?.box !== undefined
  const list = facts ? listWords(facts.product) : null
  return (
    <Line
      line={record}
      most={isByUnit ? mostUnits : undefined}
      {...rest}
      note={coverage && <CoverageNote line={coverage} />}
      below={coverage && rest.isOpen && <CoverageLine line={coverage} />}
    >
      <span className={classes.unit}>
        {(record.quantity > 1 || isByUnit || listPrice !== record.price) && (
          <>
            {isByUnit ? countUnits(record.quantity, form) : formatAmount(record.quantity, { decimals: 0 })} ×{' '}
            {listPrice !== record.price && (
              <>
                <s>
                  <Money amount={listPrice} />
                </s>
                {' → '}
              </>
            )}
            <Money amount={record.price} />
            {lot && ' · '}
          </>
        )}
        {lot && lotText(lot)}
        {lot?.archived && ' · retiré'}
        {lot && <ExpiredTag expiresOn={lot.expiresOn} />}
        {lot && isDiscounted(record, lot) && (
          <>
            {' '}
            <DiscountTag item={lot} />
          </>
        )}
        {list && (
          <>
            {' '}
            <StatusTag tone="warning">{list}</StatusTag>
          </>
        )}
      </span>
      {record.posology && <span className={classes.unit}>{record.posology}</span>}
      {record.opens && lot?.box && (
        <span className={classes.opening}>{openingText(record.opens.boxes, lot.box.units)}</span>
      )}
      {lot && isBeyond(record, lot) && <span className={classes.warning}>{beyondText(lot, form)}</span>}
    </Line>
  )
}, isSameLine)

function ExpiredTag({ expiresOn }: { expiresOn: string | null }) {
  const today = useAtomValue(dayOfAtom)(useNow())
  return (
    expiresOn !== null &&
    isExpired(expiresOn, today) && (
      <>
        {' '}
        <StatusTag tone="danger">périmé</StatusTag>
      </>
    )
  )
}

/** Each edit derives the coverage of the whole sale again, so equal shares come as new objects. */
function isSameLine(
  { coverage: before, ...was }: TicketLineProps,
  { coverage: after, ...is }: TicketLineProps,
): boolean {
  return shallowEqual(was, is) && replaceEqualDeep(before, after) === before
}

interface VoucherLineProps {
  voucher: Voucher
  isOpen: boolean
  onToggle: (lineId: string) => void
  onQuantity: (lineId: string, quantity: number) => void
}

/** A service: it has no stock and no lots. */
export function VoucherLine({ voucher, ...rest }: VoucherLineProps) {
  return (
    <Line line={voucher} {...rest}>
      <span className={classes.unit}>
        Prestation
        {voucher.quantity > 1 && (
          <>
            {' · '}
            {formatAmount(voucher.quantity, { decimals: 0 })} × <Money amount={voucher.price} />
          </>
        )}
      </span>
    </Line>
  )
}

/** The AIB of the buyer. It follows from the other lines: nothing of it is typed. */
export function LevyLine({ voucher }: Pick<VoucherLineProps, 'voucher'>) {
  return (
    <li className={classes.line}>
      <div className={classes.lineMain}>
        <span className={classes.names}>
          <span className={classes.label}>{voucher.label}</span>
          <span className={classes.unit}>Acompte d’impôt de l’acheteur</span>
        </span>
        <span />
        <span className={classes.amounts}>
          <Money amount={lineTotal(voucher)} className={classes.amount} />
        </span>
      </div>
    </li>
  )
}

interface LineProps extends Omit<VoucherLineProps, 'voucher'> {
  line: Voucher
  most?: number | undefined
  children: ReactNode
  /** Under the amount. */
  note?: ReactNode
  /** Under the line, while it is open. */
  below?: ReactNode
}

function Line({ line, most, isOpen, onToggle, onQuantity, children, note, below }: LineProps) {
  return (
    <li className={classes.line} data-open={isOpen || undefined}>
      <div className={classes.lineMain}>
        <button
          type="button"
          className={`${classes.names} officine-focus`}
          aria-expanded={isOpen}
          onClick={({ detail }) => detail < 2 && onToggle(line.id)}
        >
          <span className={classes.label} title={line.label}>
            {note === undefined ? unbroken(line.label) : <PackedLabel label={line.label} />}
          </span>
          {children}
        </button>
        <Stepper
          value={line.quantity}
          label={line.label}
          onChange={(quantity) => onQuantity(line.id, quantity)}
          {...(most === undefined ? {} : { max: most })}
        />
        <span className={classes.amounts}>
          <Money amount={lineTotal(line)} className={classes.amount} />
          {note}
        </span>
      </div>
      {below}
    </li>
  )
}

/** The package at the end of a name (« B/8 ») is a part of its own: a name that is cut keeps it. */
function PackedLabel({ label }: { label: string }) {
  const [, start, pack] = /^(.+) ([^ ]{1,12})$/u.exec(unbroken(label)) ?? []
  return pack === undefined ? (
    unbroken(label)
  ) : (
    <>
      <span className={classes.labelStart}>{start}</span> <span>{pack}</span>
    </>
  )
}

function openingText(boxes: number, unitsPerBox: number): string {
  return boxes === 1 ? `Ouvrir une boîte de ${unitsPerBox}` : `Ouvrir ${plural(boxes, 'boîte')} de ${unitsPerBox}`
}

function isBeyond({ quantity, opens }: SaleRecord, { left, box }: LotChoice): boolean {
  return box ? (opens?.boxes ?? 0) > box.left : quantity > left
}

/** The line sells more than the list shows as left. That is allowed (a delivery may not be entered yet), and shown. */
function beyondText({ left, box }: LotChoice, form: string | null): string {
  const stock = { boxes: Math.max(0, box?.left ?? left), units: box ? Math.max(0, left) : 0 }
  if (stock.boxes + stock.units === 0) return 'Plus de stock dans ce lot'
  return `${box ? stockWords(stock, form) : formatAmount(left, { decimals: 0 })} en stock seulement`
}
