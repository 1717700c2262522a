import type { Due, NewDues } from '#shared/contract/dues.ts'
import type { SaleHistory } from '#shared/contract/sale-history.ts'
import type { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import type { NewSaleReturn, SaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { untouched } from '#shared/contract/sales.ts'
import { refundOf } from '#shared/domain/returns.ts'
import { coartem, doliprane } from './the-shelf.ts'
import type { Answer, PlayedCall } from './a-counter.tsx'

const id = (end: number) => `018f0000-0000-7000-8000-0000000081${String(end).padStart(2, '0')}`

/** Sold an hour ago at another counter: half by an insurer, the rest by mobile money and in notes. */
export const sold: Sale = {
  ...untouched,
  id: id(1),
  revision: 1,
  identifier: 'M3XP-7',
  terminalId: id(2),
  sessionId: id(3),
  sellerId: id(4),
  soldAt: '2026-11-21T10:40:00.000Z',
  registerId: id(5),
  patientId: null,
  records: [
    {
      id: id(11),
      stockItemId: coartem.stockItems[0]!.id,
      label: coartem.label,
      quantity: 2,
      price: 3850,
      posology: '1 matin et soir',
    },
    { id: id(12), stockItemId: doliprane.stockItems[0]!.id, label: doliprane.label, quantity: 3, price: 1250 },
  ],
  vouchers: [{ id: id(13), label: 'Prise de tension', quantity: 1, price: 500 }],
  payments: [
    {
      id: id(21),
      type: 'INSURANCE',
      amount: 5725,
      insuranceMetadata: { insurer: 'NSIA', coverage: 50, contractPolicy: id(31), voucher: 'B-4471' },
      shares: [
        { lineId: id(11), amount: 3850 },
        { lineId: id(12), amount: 1875 },
      ],
    },
    { id: id(22), type: 'MOBILE_MONEY', amount: 3000, phoneOperator: 'MTN MoMo', transactionReference: 'TX-99' },
    { id: id(23), type: 'CASH', amount: 3225, tendered: 5000 },
  ],
  prescription: {
    prescriber: 'Dr AKPO',
    prescriberAddress: null,
    prescribedOn: '2026-11-20',
    patientName: null,
    patientAddress: null,
  },
  total: 11_950,
  rounding: 0,
  number: 811,
  status: 'CLOSED',
  receivedAt: '2026-11-21T10:40:01.000Z',
  sellerName: 'KPADONOU Sena',
  patientName: 'HOUNTONDJI Adjoa',
  flags: [],
}

type Options = {
  sale?: Sale
  history?: Partial<SaleHistory>
  dues?: readonly Due[]
  /** What it says to this attempt in place of doing it: nothing, once done. */
  onAttempt?: (attempt: number) => Answer | 'lost' | undefined
}

/** A server that knows one sale, and does to it what is asked, once per id. */
export function aSalesServer({ sale = sold, history = {}, dues = [], onAttempt = () => undefined }: Options = {}) {
  const kept = { sale, dues, asked: [] as PlayedCall[], done: new Map<string, unknown>() }
  const once = (call: PlayedCall, status: number, act: () => unknown): Answer => {
    kept.asked.push(call)
    const told = onAttempt(kept.asked.length)
    if (told && told !== 'lost') return told
    const key = (call.body ? keyOf(call.body as Keyed) : call.path) ?? `${kept.asked.length}`
    const reply = kept.done.get(key) ?? act()
    kept.done.set(key, reply)
    return told === 'lost' ? 'nobody' : { status, body: reply }
  }
  const onCall = (call: PlayedCall): Answer | undefined => {
    const { method, path } = call
    if (method === 'GET' && path === '/sales')
      return { status: 200, body: { items: [summaryOf(kept.sale)], total: 1, turnover: kept.sale.total } }
    if (path === `/sales/${sale.id}`) return { status: 200, body: kept.sale }
    if (path === `/sales/${sale.id}/history`)
      return {
        status: 200,
        body: {
          versions: [versionOf(kept.sale)],
          events: [{ kind: 'closed', saleId: sale.id, at: sale.soldAt, byName: sale.sellerName }],
          ...history,
        },
      }
    if (path === `/sales/${sale.id}/cancel`)
      return once(call, 200, () => (kept.sale = canceled(kept.sale, call.body as SaleCancellation)))
    if (path === `/sales/${sale.id}/date`)
      return once(call, 200, () => (kept.sale = { ...kept.sale, ...(call.body as { soldAt: string }) }))
    if (path === `/sales/${sale.id}/returns`)
      return once(call, 201, () => {
        const made = returned(kept.sale, call.body as NewSaleReturn)
        kept.sale = { ...kept.sale, returns: [...kept.sale.returns, made] }
        return made
      })
    if (method === 'POST' && path === `/sales/${sale.id}/fiscal-documents`)
      return once(call, 200, () => {
        kept.sale = { ...kept.sale, isInvoiced: true }
        return []
      })
    if (method === 'GET' && path === '/dues')
      return { status: 200, body: { items: kept.dues, total: kept.dues.length } }
    if (path === '/dues')
      return once(call, 201, () => {
        const made = notedDues(kept.sale, call.body as NewDues)
        kept.dues = [...made, ...kept.dues]
        return made
      })
    const handedOver = kept.dues.find((due) => path === `/dues/${due.id}/hand-over`)
    if (handedOver)
      return once(call, 200, () => {
        const done = leftOf(handedOver, call.body as { left: number })
        kept.dues = kept.dues.map((due) => (due === handedOver ? done : due))
        return done
      })
    return undefined
  }
  return { onCall, asked: kept.asked, current: () => kept.sale }
}

type Keyed = { id?: string; lines?: readonly { id?: string }[] }
/** What makes a repeated call the same one: its id, or those of the dues that it notes. */
function keyOf({ id: own, lines }: Keyed): string | undefined {
  return own ?? lines?.map((line) => line.id).join()
}

function notedDues(sale: Sale, { name, phone, note, lines }: NewDues): Due[] {
  return lines.map(({ id: dueId, lineId, quantity }) =>
    aDue({ id: dueId, saleId: sale.id, lineId, name, phone, note, quantity, owed: quantity }),
  )
}

/** One box of the sold Coartem that was not handed over. */
export function aDue(rest: Partial<Due> = {}): Due {
  return {
    id: id(41),
    saleId: sold.id,
    saleNumber: sold.number,
    lineId: id(11),
    patientId: null,
    pharmacyProductId: coartem.id,
    label: coartem.label,
    packagingId: id(42),
    packaging: 'Boîte',
    quantity: 1,
    owed: 1,
    onShelf: 0,
    state: 'open',
    name: 'HOUNTONDJI Adjoa',
    phone: '+2290196123456',
    note: null,
    createdAt: '2026-11-21T10:45:00.000Z',
    createdByName: 'KPADONOU Sena',
    handedOverAt: null,
    handedOverByName: null,
    canceledAt: null,
    canceledByName: null,
    cancelReason: null,
    ...rest,
  }
}

function leftOf(due: Due, { left }: { left: number }): Due {
  const handed = { ...due, owed: left, handedOverAt: '2026-11-21T11:42:00.000Z', handedOverByName: 'DOSSOU Aurèle' }
  return left === 0 ? { ...handed, state: 'handed-over' } : handed
}

function canceled(sale: Sale, { reason }: SaleCancellation): Sale {
  return {
    ...sale,
    status: 'CANCELED',
    cancellation: { at: '2026-11-21T11:42:00.000Z', byName: 'DOSSOU Aurèle', reason },
  }
}

function returned(sale: Sale, { id: returnId, lines, inCash, reason, returnedAt }: NewSaleReturn): SaleReturn {
  const verdict = refundOf(sale, sale.returns, lines, { inCash, cashStep: 5 })
  if (!verdict.ok) throw new Error(verdict.reason)
  return {
    id: returnId,
    number: sale.returns.length + 3,
    returnedAt,
    byName: 'DOSSOU Aurèle',
    reason,
    total: verdict.total,
    rounding: verdict.rounding,
    refunds: verdict.refunds,
    lines: verdict.lines.map((line) => ({
      ...line,
      toStock: lines.find(({ lineId }) => lineId === line.lineId)!.toStock,
    })),
  }
}

function versionOf({
  id: saleId,
  number,
  version,
  status,
  total,
  soldAt,
  receivedAt,
  sellerName,
}: Sale): SaleHistory['versions'][number] {
  return { id: saleId, number, version, status, total, soldAt, receivedAt, sellerName }
}

function summaryOf(sale: Sale) {
  const lines = [...sale.records, ...sale.vouchers]
  return {
    id: sale.id,
    number: sale.number,
    identifier: sale.identifier,
    status: sale.status,
    soldAt: sale.soldAt,
    sellerName: sale.sellerName,
    patientName: sale.patientName,
    total: sale.total,
    flags: sale.flags,
    replacedBy: sale.replacedBy,
    lines: lines.length,
    units: 6,
    paymentTypes: sale.payments.map(({ type }) => type),
    returned: sale.returns.reduce((sum, { total }) => sum + total, 0),
  }
}
