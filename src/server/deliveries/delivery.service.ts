import { randomUUID } from 'node:crypto'
import type { deliveries, Delivery, DeliveryDetail, DeliveryLine } from '#shared/contract/deliveries.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { emptyLine } from '#shared/domain/deliveries/delivery-line.ts'
import { supplierPrice, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import { AppError } from '#shared/domain/errors.ts'
import { coefficientOf } from '#shared/domain/price-policy.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { countryPrices, type CountryPrices } from '#server/locale/country-prices.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { answerOrder, isOrderOf } from '#server/deliveries/answered-order.repo.ts'
import { deliveredProducts, usualVat, type DeliveredFacts } from '#server/deliveries/delivered-products.repo.ts'
import { linesOf, writeLines, type ShownLine, type StoredLine } from '#server/deliveries/delivery-line.repo.ts'
import {
  deliveriesOfNotes,
  deliveryFacts,
  deliveryOfNote,
  findDeliveries,
  findDelivery,
  insertDelivery,
  updateHead,
  type DeliveryFacts,
  type DeliveryQuery,
  type NewDelivery,
} from '#server/deliveries/delivery.repo.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'

export function listDeliveries(context: Context, query: DeliveryQuery): Promise<{ items: Delivery[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findDeliveries(tx, pharmacyId, query))
}

/** With its lines, and what the pharmacy knew of each product before. Throws `requests:notFound`. */
export function readDelivery(context: Context, id: string): Promise<DeliveryDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const delivery = requireRow(await findDelivery(tx, pharmacyId, id))
    const lines = await linesOf(tx, pharmacyId, id)
    const products = await deliveredProducts(tx, pharmacyId, lines.flatMap(productOf), id)
    const prices = await countryPrices(tx, pharmacyId)
    return { ...delivery, lines: lines.map((line) => shownLine(line, products.get(line.productId ?? ''), prices)) }
  })
}

/**
 * Begins a delivery; a repeated call with the same id returns the same one. Throws
 * `deliveries:deliveryWithThisIdentifierAlreadyExists` when the supplier's note was received already.
 */
export function createDelivery(
  context: Context,
  body: HandlerInput<typeof deliveries.create>['body'],
): Promise<Delivery> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await deliveryFacts(tx, pharmacyId, body.id)
    if (known && (known.supplierId !== body.supplierId || known.bl !== body.bl)) throw new AppError('requests:conflict')
    if (!known) await beginDelivery(tx, context, pharmacyId, body)
    return requireRow(await findDelivery(tx, pharmacyId, body.id))
  })
}

/** The same inside a transaction, for a delivery that an import or a partial delivery begins. */
export async function beginDelivery(
  tx: Tx,
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  pharmacyId: string,
  delivery: NewDelivery,
): Promise<void> {
  if (!(await isInUse(tx, 'suppliers', pharmacyId, delivery.supplierId)))
    refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
  await refuseLaterDay(tx, pharmacyId, delivery.receivedOn, now)
  if (!delivery.partOf)
    await refuseSecondNote(tx, pharmacyId, {
      supplierId: delivery.supplierId,
      bl: delivery.bl,
      exceptIds: [delivery.id],
    })
  await insertDelivery(tx, pharmacyId, delivery, { userId: actor.userId, at: now })
}

/** A delivery whose lines come from a note answers the order of its supplier that awaits most of them. */
export function tieToOrder(tx: Tx, pharmacyId: string, deliveryId: string): Promise<void> {
  return answerOrder(tx, pharmacyId, deliveryId)
}

/** Whether the delivery exists as the answer to this order. Throws `requests:conflict` when the id means something else. */
export async function createdAlready(
  tx: Tx,
  pharmacyId: string,
  { id, orderId }: { id: string; orderId: string },
): Promise<boolean> {
  const known = await deliveryFacts(tx, pharmacyId, id)
  if (known && known.orderId !== orderId) throw new AppError('requests:conflict')
  return known !== undefined
}

/** A line as the note says it. `purchasePrice` or `vat` null: the note says none. */
export type NotedLine = Pick<
  StoredLine,
  'code' | 'label' | 'productId' | 'ordered' | 'noted' | 'free' | 'notePrice' | 'lot' | 'expiresOn'
> & { purchasePrice: SupplierPrice | null; vat: number | null }

/**
 * Adds the lines of a note to a delivery that begins. Until somebody compares them with the goods, the boxes that came
 * are those of the note. Without a price on the note, the last cost is taken; without VAT, that of the country on the day
 * of the receipt.
 */
export async function addNotedLines(
  tx: Tx,
  pharmacyId: string,
  { deliveryId, receivedOn }: { deliveryId: string; receivedOn: string },
  noted: readonly NotedLine[],
): Promise<void> {
  const products = await deliveredProducts(tx, pharmacyId, noted.flatMap(productOf), deliveryId)
  const lines = noted.map((line, position): StoredLine => {
    const product = products.get(line.productId ?? '')
    const packagingId = usualPackaging(product)
    return {
      ...emptyLine,
      ...line,
      id: randomUUID(),
      position,
      packagingId,
      received: line.noted,
      vat: line.vat ?? usualVat(product, receivedOn),
      purchasePrice: line.purchasePrice ?? supplierPrice(knownPrices(product, packagingId).cost ?? 0),
    }
  })
  await writeLines(tx, pharmacyId, deliveryId, lines, null)
}

/** The packaging of the lot that came last, else the only one of the product; null when nothing says which. */
function usualPackaging(product: DeliveredFacts | undefined): string | null {
  if (!product) return null
  const whole = product.packagings.filter(({ units }) => units === product.packagings[0]!.units)
  const last = product.lots.find(({ packagingId }) => whole.some(({ id }) => id === packagingId))
  return last?.packagingId ?? (whole.length === 1 ? whole[0]!.id : null)
}

/** The deliveries that received these notes of a supplier already, by the number as it is asked. */
export function notesReceivedAs(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  numbers: readonly string[],
): Promise<Map<string, { id: string; number: number }>> {
  return deliveriesOfNotes(tx, pharmacyId, supplierId, numbers)
}

/**
 * Throws `deliveries:notOpen` for a delivery that is canceled, or closed when anything but its AIB changes: the invoice that
 * says it may come after the goods. Throws `requests:invalid` for an order that was not sent to its supplier.
 */
export function changeDelivery(
  context: Context,
  id: string,
  body: HandlerInput<typeof deliveries.patch>['body'],
): Promise<Delivery> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await deliveryFacts(tx, pharmacyId, id)
    const { aib, ...others } = body
    const isOfInvoice = aib !== undefined && Object.values(others).every((value) => value === undefined)
    const delivery = known?.state === 'closed' && isOfInvoice ? known : requireOpen(known)
    const changed = applyChange(delivery, body)
    if (delivery.state === 'closed') {
      await updateHead(tx, pharmacyId, changed)
      return requireRow(await findDelivery(tx, pharmacyId, id))
    }
    await refuseLaterDay(tx, pharmacyId, changed.receivedOn, context.now)
    // A rest comes with the note of its delivery, or with one of its own.
    await refuseSecondNote(tx, pharmacyId, {
      supplierId: changed.supplierId,
      bl: changed.bl,
      exceptIds: [id, ...(changed.partOf === null ? [] : [changed.partOf])],
    })
    if (body.orderId && !(await isOrderOf(tx, pharmacyId, { supplierId: changed.supplierId, orderId: body.orderId })))
      refuseFields([{ path: 'body.orderId', message: 'unknown' }])
    await updateHead(tx, pharmacyId, changed)
    return requireRow(await findDelivery(tx, pharmacyId, id))
  })
}

/** Throws `requests:notFound`, and `deliveries:notOpen` for a delivery that is closed or canceled. */
export function requireOpen(delivery: DeliveryFacts | undefined): DeliveryFacts {
  const { state } = requireRow(delivery)
  if (state === 'closed' || state === 'canceled') throw new AppError('deliveries:notOpen', { state })
  return delivery!
}

/** Thousandths and rounding step by which the sale price of a product follows its cost; null when it is typed. */
export function policyOf(
  product: DeliveredFacts,
  { cashStep, coefficientOf: ofSection }: CountryPrices,
): { coefficient: number; step: number } | null {
  const coefficient = coefficientOf(product, ofSection(product.section))
  return coefficient === null ? null : { coefficient, step: product.roundingStep ?? cashStep }
}

/** The current sale price of a packaging, and the cost of the lot that came last. */
export function knownPrices(
  product: DeliveredFacts | undefined,
  packagingId: string | null,
): { price: number | null; cost: number | null } {
  const lot = product?.lots.find((each) => each.packagingId === packagingId)
  return { price: lot?.salePrice ?? null, cost: lot?.purchasePrice ?? null }
}

function shownLine(line: ShownLine, product: DeliveredFacts | undefined, prices: CountryPrices): DeliveryLine {
  return {
    ...line,
    packagings: product?.packagings ?? [],
    before: { ...knownPrices(product, line.packagingId), policy: product ? policyOf(product, prices) : null },
  }
}

export function productOf({ productId }: { productId: string | null }): string[] {
  return productId === null ? [] : [productId]
}

async function refuseSecondNote(
  tx: Tx,
  pharmacyId: string,
  note: { supplierId: string; bl: string; exceptIds: readonly string[] },
): Promise<void> {
  const twin = await deliveryOfNote(tx, pharmacyId, note)
  if (twin) throw new AppError('deliveries:deliveryWithThisIdentifierAlreadyExists', twin)
}

async function refuseLaterDay(tx: Tx, pharmacyId: string, day: string, now: Date): Promise<void> {
  if (day > (await pharmacyToday(tx, pharmacyId, now)))
    refuseFields([{ path: 'body.receivedOn', message: 'in the future' }])
}
