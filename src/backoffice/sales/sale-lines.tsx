import type { ReadSale, Sale } from '#shared/contract/sales.ts'
import { sum } from '#shared/domain/money.ts'
import { goodsOf, lineTotal } from '#shared/domain/sale.ts'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import classes from '#backoffice/sales/sales.module.css'
import { useProductsOf } from '#backoffice/ui/sold-products.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'

type Line = ReadSale['records'][number] | ReadSale['vouchers'][number]

/** The lines of a sale, with the quantities returned; without amounts while they are withheld. */
export function SaleLines({ sale }: { sale: ReadSale }) {
  const productOf = useProductsOf(sale)
  const lines: Line[] = [...sale.records, ...sale.vouchers]
  const goods = goodsOf<Line, ReadSale['vouchers'][number]>(sale).length
  return (
    <PanelSection title="Lignes" fact={plural(goods, 'ligne')}>
      {lines.map((line) => (
        <div key={line.id} className={classes.line}>
          <span>
            <Label line={line} productOf={productOf} />
            {!isLevy(line) && (
              <small>
                {formatAmount(line.quantity, { decimals: 0 })}
                {'price' in line && (
                  <>
                    {' '}
                    × <Money amount={line.price} />
                  </>
                )}
              </small>
            )}
            {notesOf(line, sale).map((note) => (
              <small key={note}>{note}</small>
            ))}
          </span>
          {'price' in line && <Money amount={lineTotal(line)} />}
        </div>
      ))}
      {'total' in sale && (
        <div className={`${classes.line} ${classes.total}`}>
          <span>Total</span>
          <Money amount={sale.total} unit />
        </div>
      )}
      {'taxes' in sale && <Taxes taxes={sale.taxes ?? []} lines={goods} />}
    </PanelSection>
  )
}

/** The tax in the total, by rate; and the lines whose tax group was not known when they were sold. */
function Taxes({ taxes, lines }: { taxes: NonNullable<Sale['taxes']>; lines: number }) {
  const rates = [
    ...new Set(taxes.flatMap(({ rate, tax }) => (rate !== null && tax !== null && rate > 0 ? [rate] : []))),
  ]
  const known = taxes.filter(({ group }) => group !== null).length
  return (
    <>
      {rates.map((rate) => (
        <div key={rate} className={classes.line}>
          <small>Dont TVA {formatPercent(rate / 100, 2)}</small>
          <Money amount={sum(taxes.flatMap((line) => (line.rate === rate ? [line.tax ?? 0] : [])))} />
        </div>
      ))}
      {known < lines && <small>Groupe de taxe inconnu pour {plural(lines - known, 'ligne')}.</small>}
    </>
  )
}

/** The AIB has no quantity. */
function isLevy(line: Line): boolean {
  return 'levy' in line && line.levy !== undefined
}

function Label({ line, productOf }: { line: Line; productOf: ReadonlyMap<string, string> }) {
  const productId = 'stockItemId' in line ? productOf.get(line.stockItemId) : undefined
  return productId ? <TextLink to={`/stock/${productId}`}>{line.label}</TextLink> : <>{line.label}</>
}

function notesOf(line: Line, { returns }: ReadSale): string[] {
  const back = returns
    .flatMap(({ lines }) => lines)
    .reduce((sum, { lineId, quantity }) => (lineId === line.id ? sum + quantity : sum), 0)
  const isRecord = 'stockItemId' in line
  const opened = isRecord ? (line.opens?.boxes ?? 0) : 0
  return [
    ...(isRecord && line.posology ? [`Posologie\u00a0: ${line.posology}`] : []),
    ...(opened > 0 ? [`À l’unité, ${plural(opened, 'boîte')} ${pluralWord(opened, 'ouverte')}`] : []),
    ...(back > 0 ? [`${formatAmount(back, { decimals: 0 })}\u00a0${pluralWord(back, 'repris', 'repris')}`] : []),
  ]
}
