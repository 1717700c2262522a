import { countUnits, stockWords } from '#kiosk/counter/sale/unit-words.ts'
import type { KnownSisterStock } from '#shared/store/lists/sister-stock-atoms.ts'
import { shortPharmacyName } from '#shared/domain/short-pharmacy-name.ts'
import { formatHour, formatNearDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'

type FactProps = { known: KnownSisterStock | undefined; form: string | null; today: string }

/** « 4 à Plateau Lagune, à 14:05 » */
export function SisterFact({ known, form, today }: FactProps) {
  if (!known || known.stocks.length === 0) return null
  const places = known.stocks.map(
    (stock) => `${sisterQuantity(stock, form)} à\u00a0${shortPharmacyName(stock.pharmacy)}`,
  )
  return (
    <span>
      <b>{places.join(' · ')}</b>, {hourWords(known.at, today)}
    </span>
  )
}

/** « 4 », « 8 comprimés », « 4 boîtes + 8 comprimés » */
export function sisterQuantity({ boxes, units }: { boxes: number; units: number }, form: string | null): string {
  if (units === 0) return formatAmount(boxes, { decimals: 0 })
  return boxes === 0 ? countUnits(units, form) : stockWords({ boxes, units }, form)
}

/** « à 14:05 », with the day when it is not today. */
export function hourWords(at: string, today: string): string {
  const day = new Date(at)
  const isToday = formatNearDay(day) === formatNearDay(today)
  return `${isToday ? '' : `${formatNearDay(day)} `}à\u00a0${formatHour(day)}`
}
