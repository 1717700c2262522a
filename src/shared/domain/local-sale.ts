import type { Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { Grant } from '#shared/domain/grant.ts'
import { sum, type Minor } from '#shared/domain/money.ts'
import { stampDutyIn, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { preparationAfter, type Preparation, type SentBack } from '#shared/domain/preparation.ts'
import type { TakenIn } from '#shared/domain/register/movements.ts'
import { goodsOf, lineTotal, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'

/**
 * LOCAL: new or without a holder. ONGOING: open in a session. SUBMITTING: ended, its payload frozen. ERROR: refused by
 * the server.
 */
export type LocalSaleStatus = 'LOCAL' | 'ONGOING' | 'SUBMITTING' | 'ERROR'
export type SalePatient = { id: string; firstName: string; lastName: string }
/** The prescription, for the register of listed medicines; days as `2026-11-21`. */
export type Prescription = {
  prescriber: string | null
  prescriberAddress: string | null
  prescribedOn: string | null
  patientName: string | null
  patientAddress: string | null
}
/** A line that the server refused; `price` per unit, in minor units. */
export type RefusedLine = { id: string; quantity: number; price: number }
export type SaleError = { message: string; details?: unknown }

/**
 * The closed sale that a new version replaces, with the quantities that return to stock and the money to give back.
 * Sales begun by an earlier version of the software lack both.
 */
export type ReplacedSale = {
  id: string
  number: number
  comesBack?: readonly { stockItemId: string; quantity: number }[]
  money?: TakenIn
}

/** A sale of this terminal that the server does not have yet (specification §4). Plain data: it is stored as it is. */
export type LocalSale = {
  /** UUIDv7 made here; makes the sale unique on the server. */
  id: string
  /** `<terminal>-<n>` until the server assigns a number. */
  identifier: string
  status: LocalSaleStatus
  /**
   * Increased by every change: the store refuses a write based on an older state. Never sent to the server, where
   * `version` counts the corrections of a closed sale.
   */
  editCount: number
  /** Increased only when a refused sale is resumed (product.md §5). */
  revision: number
  openedBy: string | null
  sessionId: string | null
  /** The holder at the last release; his register cannot be closed without this sale. */
  releasedBy?: string | undefined
  /** Its session ended while it was open: the holder did not put it aside for others. */
  wasLeft?: boolean | undefined
  records: readonly SaleRecord[]
  vouchers: readonly Voucher[]
  payments: readonly Payment[]
  patient: SalePatient | null
  /** Policies of the patient that the seller excluded from this sale. */
  declinedPolicies?: readonly string[] | undefined
  /** Voucher numbers entered so far by policy, kept while a payer's share is temporarily 0. */
  voucherNumbers?: Readonly<Record<string, string>> | undefined
  prescription?: Prescription | null | undefined
  /** For whom the invoice is made. */
  buyer?: Buyer | null | undefined
  /** The customer wants a normalised invoice; counts where they are made on request. */
  isInvoiced?: boolean | undefined
  /** Of a refused sale that is resumed with its cash: the stamp duty that its customer paid, in minor units. */
  paidDuty?: number | undefined
  /** The register into which it was ended. */
  registerId?: string | undefined
  /** The closed sale that this one replaces. */
  replaces?: ReplacedSale | null | undefined
  /** Set when a seller prepared it for the cashier; kept after the cashier opens it. */
  preparation?: Preparation | undefined
  /** Set when the cashier did not collect it; removed when it is sent to the cashier again. */
  sentBack?: SentBack | undefined
  /** The lines as the server first refused them: the goods have left with the customer. */
  refusedLines?: readonly RefusedLine[] | undefined
  /**
   * Why a member with the right `sale.regularise` lets the sale end with fewer goods or less money than was refused.
   */
  regularisation?: { reason: string } | undefined
  /** The cash of the sale, in minor units, that the seller confirmed although its change is above the largest note. */
  confirmedCash?: number | undefined
  /** The rights that other members gave for this sale. */
  grants?: readonly Grant[] | undefined
  errors: readonly SaleError[]
  /** UTC instant. */
  createdAt: string
}

/** The sale's status does not allow the action, usually because another window changed it. Nothing was changed. */
export class WrongSaleStatus extends Error {
  override readonly name = 'WrongSaleStatus'
  constructor(
    readonly gesture: string,
    readonly status: LocalSaleStatus,
  ) {
    super(`${gesture} is not possible while ${status}`)
  }
}

/** The edit would remove the last line of a refused sale. Nothing was changed. */
export class RefusedSaleKept extends Error {
  override readonly name = 'RefusedSaleKept'
}

// ── Life cycle ──
/** An empty LOCAL sale. */
export function newLocalSale(made: { id: string; identifier: string; createdAt: string }): LocalSale {
  return {
    ...made,
    status: 'LOCAL',
    editCount: 1,
    revision: 1,
    openedBy: null,
    sessionId: null,
    records: [],
    vouchers: [],
    payments: [],
    patient: null,
    errors: [],
  }
}

/** LOCAL → ONGOING, held by a user in a session. */
export function openSale(sale: LocalSale, userId: string, sessionId: string): LocalSale {
  demand(sale, 'open', 'LOCAL')
  return changed(sale, { status: 'ONGOING', openedBy: userId, sessionId, wasLeft: undefined })
}

/** Whether taking it needs the right to a colleague's sale: its session ended while it was open. */
export function isLeftByAnother(sale: LocalSale, userId: string): boolean {
  return sale.wasLeft === true && sale.status === 'LOCAL' && sale.releasedBy !== userId
}

/**
 * ONGOING → LOCAL without a holder; the content stays. A refused sale returns to ERROR instead, so that it stays
 * refused.
 */
export function releaseSale(sale: LocalSale): LocalSale {
  demand(sale, 'release', 'ONGOING')
  return changed(sale, {
    status: wasRefused(sale) ? 'ERROR' : 'LOCAL',
    openedBy: null,
    sessionId: null,
    releasedBy: sale.openedBy!,
  })
}

/**
 * A sale of this user that is not ended: open in his session, or released (lock, closed tab) and not taken by another
 * one. A prepared sale belongs to the cashier.
 */
export function isUnfinishedOf(sale: LocalSale, userId: string): boolean {
  if (isEmptySale(sale) || isToCollect(sale)) return false
  return sale.status === 'ONGOING' ? sale.openedBy === userId : sale.status === 'LOCAL' && sale.releasedBy === userId
}

/** ONGOING → LOCAL, prepared for the cashier. A second preparation replaces the first. */
export function prepareSale(sale: LocalSale, preparation: Preparation): LocalSale {
  // The cashier would get it as a plain sale.
  if (wasRefused(sale)) throw new WrongSaleStatus('prepare', 'ERROR')
  return { ...releaseSale(sale), preparation, sentBack: undefined }
}

/** A prepared sale goes back to who prepared it, with the cashier's word. It is his unfinished sale again. */
export function sendBackSale(sale: LocalSale, sentBack: SentBack): LocalSale {
  demand(sale, 'send back', 'LOCAL')
  if (!sale.preparation) throw new WrongSaleStatus('send back', 'LOCAL')
  return changed(sale, { preparation: undefined, releasedBy: sale.preparation.userId, sentBack })
}

/** Whether it waits for the cashier: prepared and without a holder. */
export function isToCollect(sale: LocalSale): sale is LocalSale & { preparation: Preparation } {
  return sale.status === 'LOCAL' && sale.preparation !== undefined
}

/** Closing the tab of a sale releases it; an empty one is removed. */
export function closeTab(sale: LocalSale): { kind: 'removed' } | { kind: 'released'; sale: LocalSale } {
  const released = releaseSale(sale)
  return isEmptySale(sale) && !wasRefused(sale) ? { kind: 'removed' } : { kind: 'released', sale: released }
}

/** ONGOING → SUBMITTING. Clears the errors of an earlier refusal; the holder stays, he is the seller. */
export function endSale(sale: LocalSale): LocalSale {
  demand(sale, 'end', 'ONGOING')
  return changed(sale, { status: 'SUBMITTING', errors: [] })
}

/** Whether it is neither ended nor refused. */
export function isOpenSale({ status }: Pick<LocalSale, 'status'>): boolean {
  return status === 'LOCAL' || status === 'ONGOING'
}

/**
 * Of two states of one sale: an ended one wins over an open one, because the customer has its receipt. Between two ended
 * ones the higher revision wins.
 */
export function wasEndedLater(known: LocalSale, sale: LocalSale): boolean {
  if (isOpenSale(sale)) return false
  return isOpenSale(known) ? sale.revision >= known.revision : sale.revision > known.revision
}

/** SUBMITTING → ERROR with the server's reasons; the content stays. */
export function refuseSale(sale: LocalSale, errors: readonly SaleError[]): LocalSale {
  demand(sale, 'refuse', 'SUBMITTING')
  return changed(sale, { status: 'ERROR', errors, refusedLines: sale.refusedLines ?? goodsOf(sale).map(refusedLine) })
}

/** Whether the server refused the sale and it was not ended again since. */
export function wasRefused({ status, errors }: Pick<LocalSale, 'status' | 'errors'>): boolean {
  return status === 'ERROR' || errors.length > 0
}

function refusedLine({ id, quantity, price }: RefusedLine): RefusedLine {
  return { id, quantity, price }
}

/**
 * ERROR → ONGOING with the next revision; the errors stay visible until it is ended again. Its customer may have left: the
 * duty that his cash brought stays, whatever the settings say by now.
 */
export function resumeSale(sale: LocalSale, userId: string, sessionId: string): LocalSale {
  demand(sale, 'resume', 'ERROR')
  const paidDuty = sale.payments.some(({ type }) => type === 'CASH') ? stampDutyIn(sale.payments) : undefined
  return changed(sale, { status: 'ONGOING', openedBy: userId, sessionId, revision: sale.revision + 1, paidDuty })
}

/**
 * At the end of a session its open sales return to LOCAL, as left (`wasLeft`). Ended and refused ones keep their status and lose their
 * holder, so that every member sees a refusal (the frozen payload still names the seller). Sales of other sessions are
 * returned unchanged.
 */
export function releaseSession(sale: LocalSale, sessionId: string): LocalSale {
  if (sale.sessionId !== sessionId) return sale
  return sale.status === 'ONGOING'
    ? { ...releaseSale(sale), wasLeft: true }
    : changed(sale, { openedBy: null, sessionId: null })
}

/** A user sees the sales that he opened in this session, and those without a holder. */
export function isVisibleTo(sale: LocalSale, userId: string, sessionId: string): boolean {
  return sale.openedBy === null || (sale.openedBy === userId && sale.sessionId === sessionId)
}

// ── Derived values, never stored ──
/** No line, payment, patient or buyer: deleting it loses nothing. */
export function isEmptySale(sale: LocalSale): boolean {
  return sale.records.length + sale.vouchers.length + sale.payments.length === 0 && sale.patient === null && !sale.buyer
}

/** Σ price × quantity over records and vouchers, with the AIB, in minor units. */
export function saleTotal(sale: Pick<LocalSale, 'records' | 'vouchers'>): Minor {
  return sum([...sale.records, ...sale.vouchers].map(lineTotal))
}

/** Sum of the quantities of what is sold. */
export function saleUnits(sale: Pick<LocalSale, 'records' | 'vouchers'>): number {
  return goodsOf(sale).reduce((units, line) => units + line.quantity, 0)
}

/** Each type once, in the order of the payments. */
export function paymentTypes(sale: Pick<LocalSale, 'payments'>): PaymentType[] {
  return [...new Set(sale.payments.map((payment) => payment.type))]
}

/** The next temporary identifier: increments the number after the dash. */
export function nextIdentifier(identifier: string): string {
  const dash = identifier.lastIndexOf('-')
  return `${identifier.slice(0, dash)}-${Number(identifier.slice(dash + 1)) + 1}`
}

/**
 * Base of all edits: only an ONGOING sale can be edited, and each change increases its `editCount`. Throws
 * `RefusedSaleKept` when a refused sale would lose its last line.
 */
export function edited(sale: LocalSale, gesture: string, change: Partial<LocalSale>): LocalSale {
  demand(sale, gesture, 'ONGOING')
  const next = changed(sale, change)
  if (wasRefused(sale) && goodsOf(sale).length > 0 && goodsOf(next).length === 0)
    throw new RefusedSaleKept('a refused sale keeps a line')
  return sale.preparation ? { ...next, preparation: preparationAfter(sale.preparation, sale, next) } : next
}

function demand(sale: LocalSale, gesture: string, status: LocalSaleStatus): void {
  if (sale.status !== status) throw new WrongSaleStatus(gesture, sale.status)
}

function changed(sale: LocalSale, change: Partial<LocalSale>): LocalSale {
  return { ...sale, ...change, editCount: sale.editCount + 1 }
}
