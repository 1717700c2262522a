import type { Insertable } from 'kysely'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import { holderAt } from '#server/demo/past-sales.ts'
import type { PastRegister } from '#server/demo/past-trade.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'
import type { Tables } from '#server/db/tables.ts'

type MissedRow = Insertable<Tables['missed_sales']>
type What = Pick<MissedRow, 'pharmacy_product_id' | 'label' | 'price' | 'reason'>

const dayMs = 86_400_000
/** From an hour after a register opens to an hour before it closes, in seconds. */
const counterSeconds = [3600, 12 * 3600] as const
/** Products that customers ask for and the pharmacy does not stock. */
const elsewhere = [
  'Ozempic 1 mg stylo',
  'Lait infantile sans lactose 400 g',
  'Tensiomètre de poignet',
  'Bas de contention classe 2',
  'Levothyrox 75 µg cp B/30',
] as const
const dearFrom = 6_000

/** Missed sales as the sellers noted them, mostly of products that were out of stock on that day. */
export function pastMissed(
  { id: pharmacyId, slug }: DemoPharmacy,
  stock: readonly ProductStock[],
  registers: readonly PastRegister[],
  { now }: DemoCalendar,
): MissedRow[] {
  return registers.flatMap((register) => {
    const { id, terminal, openedAt } = register
    const random = seededRandom('missed', slug, id)
    const daysAgo = Math.floor((now.getTime() - openedAt.getTime()) / dayMs)
    return Array.from({ length: random.weighted([45, 35, 20]) }, (_, index): MissedRow => {
      const at = new Date(openedAt.getTime() + random.int(...counterSeconds) * 1000)
      const what = whatWasMissed(stock, daysAgo, random)
      return {
        pharmacy_id: pharmacyId,
        id: demoId('missed-sale', id, String(index)),
        ...what,
        quantity: 1 + random.weighted([80, 15, 5]),
        user_id: holderAt(register, at).seller.id,
        terminal_id: terminal.id,
        missed_at: at,
        received_at: at,
      }
    }).filter(({ missed_at }) => missed_at <= now)
  })
}

function whatWasMissed(stock: readonly ProductStock[], daysAgo: number, random: Random): What {
  const out = stock.filter(({ product: { condition } }) => condition.kind === 'out' && daysAgo < condition.forDays)
  const dear = stock.filter(({ product }) => product.medicine.price >= dearFrom)
  const chance = random.next()
  if (out.length > 0 && chance < 0.6) return ofProduct(random.pick(out), 'absent')
  if (dear.length > 0 && chance < 0.8) return ofProduct(random.pick(dear), 'too-dear')
  return { pharmacy_product_id: null, label: random.pick(elsewhere), price: null, reason: 'absent' }
}

function ofProduct({ product, lots }: ProductStock, reason: MissedRow['reason']): What {
  return {
    pharmacy_product_id: product.id,
    label: product.medicine.label,
    price: lots.at(-1)?.salePrice ?? product.medicine.price,
    reason,
  }
}
