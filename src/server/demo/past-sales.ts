import type { CoveredLine } from '#shared/domain/coverage/coverage.ts'
import { withAib } from '#shared/domain/fiscal/aib.ts'
import type { Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { LineTax } from '#shared/domain/fiscal/document-of-sale.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { stampDutyOn } from '#shared/domain/fiscal/stamp-duty.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { leviedIn, type Voucher } from '#shared/domain/sale.ts'
import { phoneOperatorsOf } from '#server/demo/countries.ts'
import { pastDays, type DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { sectionOf } from '#server/demo/medicines/product-kinds.ts'
import { payersOf } from '#server/demo/demo-payers.ts'
import type { DemoMember, DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { pastGestures } from '#server/demo/past-gestures.ts'
import { openLedger } from '#server/demo/past-ledger.ts'
import type { PastDemand } from '#server/demo/past-demand.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import type { PastPayers } from '#server/demo/past-payers.ts'
import { pastPayments } from '#server/demo/past-payments.ts'
import type { Holder, PastRegister, PastSale, PastTrade, Terminal } from '#server/demo/past-trade.ts'
import { openUndoing } from '#server/demo/past-undoing.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'

const floatXof = 50_000
/** Number of sellers on a Sunday: one of them goes at two o’clock, and a colleague takes his register over. */
const onDuty = 2
const reliefHour = 14
/** The place from the end of the sale to a company that owes AIB. */
const withAibFromEnd = 5

/**
 * The past sales with sellers, customers, lots, payments and stock movements, numbered without gaps in chronological
 * order. `aibBuyer`: a company that owes AIB, to which one of the last ones was made.
 */
export function pastSales(
  pharmacy: DemoPharmacy,
  demand: readonly PastDemand[],
  stock: readonly ProductStock[],
  payers: PastPayers,
  calendar: DemoCalendar,
  aibBuyer: Buyer | null = null,
): PastTrade {
  const random = seededRandom('trade', pharmacy.slug)
  const ledger = openLedger(pharmacy, stock)
  const undoing = openUndoing(ledger)
  const registersOf = Array.from({ length: pastDays }, (_, daysAgo) => registersOn(pharmacy, daysAgo, calendar))
  const means = { operators: phoneOperatorsOf(pharmacy.countryCode), banks: payersOf(pharmacy.countryCode).banks }
  const duty = pharmacy.countryCode === 'CI' ? fiscalProfile('fne').stampDuty : 0
  const counts = new Map<string, number>()
  const sales = demand.map(({ key, at, daysAgo, lines: wanted }, index): PastSale => {
    undoing.until(at)
    const id = demoId('sale', pharmacy.slug, key)
    const register = random.pick(registersOf[daysAgo] ?? [])
    const holder = holderAt(register, at)
    const { code } = register.terminal
    counts.set(code, (counts.get(code) ?? 0) + 1)
    const taken = wanted.flatMap(({ product, quantity }) =>
      ledger.sell(product.id, quantity, { saleId: id, userId: holder.seller.id, at }),
    )
    const records = taken.map(({ lot, quantity }, position) => ({
      id: demoId('record', id, String(position)),
      lot,
      quantity,
    }))
    const buyer = index === demand.length - withAibFromEnd ? aibBuyer : null
    const lines = records.map(({ lot, quantity, ...line }) => ({ ...line, quantity, price: lot.salePrice }))
    const vouchers = leviedOf(id, buyer, records)
    const total = lines.reduce<number>((sum, { price, quantity }) => sum + price * quantity, leviedIn({ vouchers }))
    const patientId = random.next() < 0.12 && payers.patientIds.length > 0 ? random.pick(payers.patientIds) : null
    const shares = payers.pay(
      { id, day: calendar.day(daysAgo).date, patientId, lines: records.map(coveredLine), total },
      random,
    )
    const rest = total - paidBy(shares)
    const payments = rest === 0 ? shares : stamped([...shares, ...pastPayments(id, rest, means, random)], lines, duty)
    return undoing.sold({
      id,
      number: index + 1,
      identifier: `${code}-${counts.get(code)}`,
      at,
      register,
      holder,
      patientId,
      records,
      vouchers,
      buyer,
      payments,
      total,
      rounding: total - paidBy(payments),
      units: records.reduce((sum, { quantity }) => sum + quantity, 0),
      goesBelowZero: taken.some(({ after }) => after < 0),
      canceled: null,
    })
  })
  undoing.until()
  const registers = registersOf.toReversed().flat()
  return {
    registers,
    sales,
    gestures: pastGestures({ registers, sales, returns: undoing.returns }),
    returns: undoing.returns,
    movements: ledger.movements(),
    quantities: ledger.quantities(),
  }
}

/** Medicines and devices of the law are exempt, the rest is taxed: at 18 % in both countries of the demo. */
export function taxOfPast(records: PastSale['records']): (lineId: string) => LineTax {
  const groups = new Map(
    records.map(({ id, lot: { product } }) => [id, sectionOf(product.medicine.label, product.medicine.atc)]),
  )
  return (id) => (groups.get(id) === 'parapharmacie' ? { group: 'B', rate: 1800 } : { group: 'A', rate: 0 })
}

function leviedOf(id: string, buyer: Buyer | null, records: PastSale['records']): Voucher[] {
  const sold = records.map(({ lot, ...line }) => ({ ...line, stockItemId: lot.id, label: '', price: lot.salePrice }))
  const { rounding } = fiscalProfile('e-mecef')
  return withAib({ id, buyer, records: sold, vouchers: [], payments: [] }, { taxOf: taxOfPast(records), rounding })
}

/** The cash of a sale that bears the stamp duty: the customer gave so much more. */
function stamped(
  payments: readonly Payment[],
  lines: readonly { id: string; quantity: number; price: number }[],
  duty: number,
): Payment[] {
  const vouchers = lines.map((line) => ({ ...line, label: '' }))
  const stampDuty = stampDutyOn({ records: [], vouchers, payments }, { duty, cashStep: 5 })
  return payments.map((payment) =>
    payment.type === 'CASH' && stampDuty > 0
      ? { ...payment, tendered: payment.tendered + stampDuty, stampDuty }
      : payment,
  )
}

/** Who holds a register at an instant. */
export function holderAt(register: PastRegister, at: Date): Holder {
  const { handedOver } = register
  return handedOver && at >= handedOver.at ? handedOver : register
}

function coveredLine({ id, lot, quantity }: PastSale['records'][number]): CoveredLine {
  return { id, pharmacyProductId: lot.product.id, price: lot.salePrice, quantity }
}

function paidBy(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * One register per seller of the day, opened before the first customer. The cashier closes it in the evening; today's
 * registers are still open.
 */
function registersOn({ slug, members }: DemoPharmacy, daysAgo: number, calendar: DemoCalendar): PastRegister[] {
  const { date, weekday } = calendar.day(daysAgo)
  const random = seededRandom('registers', slug, date)
  const sellers = members.filter(({ role }) => role === 'vendeur' || role === 'pharmacien' || role === 'caissier')
  const cashier = members.find(({ role }) => role === 'caissier')
  const onShift = weekday === 0 ? dutyOf(sellers, random) : sellers
  const relief = sellers.find((seller) => !onShift.includes(seller))
  const reliefAt = calendar.at(daysAgo, reliefHour)
  return onShift
    .map((seller, index): PastRegister => ({
      id: demoId('register', slug, date, seller.id),
      seller,
      terminal: terminalOf(slug, index),
      unlockId: demoId('unlock', slug, date, seller.id),
      openedAt: calendar.at(daysAgo, 7, random.int(2700, 3500)),
      float: floatXof,
      closed: daysAgo > 0 && cashier ? { by: cashier.id, at: calendar.at(daysAgo, 21, random.int(300, 2400)) } : null,
      handedOver:
        index === 0 && relief && reliefAt <= calendar.now
          ? { seller: relief, unlockId: demoId('unlock', slug, date, relief.id), at: reliefAt }
          : null,
    }))
    .filter(({ openedAt }) => openedAt <= calendar.now)
}

function dutyOf(sellers: readonly DemoMember[], random: Random): DemoMember[] {
  const first = random.int(0, sellers.length - 1)
  return [...sellers.slice(first), ...sellers.slice(0, first)].slice(0, onDuty)
}

/** The sellers share two counters. */
function terminalOf(slug: string, index: number): Terminal {
  const code = index % 2 === 0 ? 'C1' : 'C2'
  return { id: demoId('terminal', slug, code), code }
}
