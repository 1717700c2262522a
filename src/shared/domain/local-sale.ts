import type { SaleToClose } from '#shared/domain/closing-refusals.ts'
import { sum, type Minor } from '#shared/domain/money.ts'
import type { Payment, PaymentType } from '#shared/domain/payment.ts'
import { preparationAfter, type Preparation } from '#shared/domain/preparation.ts'
import type { TakenIn } from '#shared/domain/register/movements.ts'
import { lineTotal, saleBalance, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'

/** LOCAL held by nobody or just made · ONGOING open in a session · SUBMITTING ended, its payload frozen · ERROR refused by the server. */
export type LocalSaleStatus = 'LOCAL' | 'ONGOING' | 'SUBMITTING' | 'ERROR'
export type SalePatient = { id: string; firstName: string; lastName: string }
/** Who prescribed what, for the register of listed medicines; days as `2026-11-21`. */
export type Prescription = {
  prescriber: string | null
  prescriberAddress: string | null
  prescribedOn: string | null
  patientName: string | null
  patientAddress: string | null
}
export type SaleError = { message: string; details?: unknown }

/** A sale of this terminal that the server does not have yet (specification §4). Plain data: it is stored as it is. */
/** A closed sale that another one replaces, what of its lots comes back with that, and the money that goes back: a terminal that began earlier noted neither. */
export type ReplacedSale = {
  id: string
  number: number
  comesBack?: readonly { stockItemId: string; quantity: number }[]
  money?: TakenIn
}

export type LocalSale = {
  /** UUIDv7 made here: the sale exists once under it. */
  id: string
  /** `<terminal>-<n>` until the server gives the number. */
  identifier: string
  status: LocalSaleStatus
  /** Raised by every change: the store writes only over the version it read. */
  version: number
  /** Raised only by resuming after a refusal (product.md §5). */
  revision: number
  openedBy: string | null
  sessionId: string | null
  /** Who held it when it was released last: at his closing it is still his. */
  releasedBy?: string | undefined
  records: readonly SaleRecord[]
  vouchers: readonly Voucher[]
  payments: readonly Payment[]
  patient: SalePatient | null
  /** Policies of the patient that the seller put aside for this sale: they pay nothing of it. */
  declinedPolicies?: readonly string[] | undefined
  /** Voucher numbers typed so far, by policy: a payer that takes nothing for a moment does not lose its own. */
  voucherNumbers?: Readonly<Record<string, string>> | undefined
  prescription?: Prescription | null | undefined
  /** The register that it was ended into. */
  registerId?: string | undefined
  /** The closed sale that this is a new version of. */
  replaces?: ReplacedSale | null | undefined
  /** It was made ready for the cashier; kept by whoever opens it since. */
  preparation?: Preparation | undefined
  errors: readonly SaleError[]
  /** Instant in UTC. */
  createdAt: string
}

/** A gesture on a sale whose status does not allow it: another window was faster. Nothing was changed. */
export class WrongSaleStatus extends Error {
  override readonly name = 'WrongSaleStatus'
  constructor(
    readonly gesture: string,
    readonly status: LocalSaleStatus,
  ) {
    super(`${gesture} is not possible while ${status}`)
  }
}

// ── its life ───────────────────────────────────────────────────────────────────────────────────────────────────────────
export function newLocalSale(made: { id: string; identifier: string; createdAt: string }): LocalSale {
  return {
    ...made,
    status: 'LOCAL',
    version: 1,
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
  return changed(sale, { status: 'ONGOING', openedBy: userId, sessionId })
}

/** ONGOING → LOCAL, held by nobody; what was typed stays. */
export function releaseSale(sale: LocalSale): LocalSale {
  demand(sale, 'release', 'ONGOING')
  return changed(sale, { status: 'LOCAL', openedBy: null, sessionId: null, releasedBy: sale.openedBy! })
}

/** Begun by this user and not ended: open in his hands, or released (a lock, a closed tab) and taken by nobody since. What was made ready is the cashier's. */
export function isUnfinishedOf(sale: LocalSale, userId: string): boolean {
  if (isEmptySale(sale) || isToCollect(sale)) return false
  return sale.status === 'ONGOING' ? sale.openedBy === userId : sale.status === 'LOCAL' && sale.releasedBy === userId
}

/** ONGOING → LOCAL, ready for the cashier. Made ready again it is by the last one. */
export function prepareSale(sale: LocalSale, preparation: Preparation): LocalSale {
  return { ...releaseSale(sale), preparation }
}

/** The cashier may take it: it was made ready and nobody holds it. */
export function isToCollect(sale: LocalSale): sale is LocalSale & { preparation: Preparation } {
  return sale.status === 'LOCAL' && sale.preparation !== undefined
}

/** Closing the tab of a sale releases it; an empty one goes. */
export function closeTab(sale: LocalSale): { kind: 'removed' } | { kind: 'released'; sale: LocalSale } {
  const released = releaseSale(sale)
  return isEmptySale(sale) ? { kind: 'removed' } : { kind: 'released', sale: released }
}

/** ONGOING → SUBMITTING. Errors of an earlier refusal are cleared; the holder stays, it is the seller. */
export function endSale(sale: LocalSale): LocalSale {
  demand(sale, 'end', 'ONGOING')
  return changed(sale, { status: 'SUBMITTING', errors: [] })
}

/** SUBMITTING → ERROR: the server's reasons are kept and everything typed stays. */
export function refuseSale(sale: LocalSale, errors: readonly SaleError[]): LocalSale {
  demand(sale, 'refuse', 'SUBMITTING')
  return changed(sale, { status: 'ERROR', errors })
}

/** ERROR → ONGOING with the next revision; the errors stay in sight until it is ended again. */
export function resumeSale(sale: LocalSale, userId: string, sessionId: string): LocalSale {
  demand(sale, 'resume', 'ERROR')
  return changed(sale, { status: 'ONGOING', openedBy: userId, sessionId, revision: sale.revision + 1 })
}

/**
 * Locking ends a session: its open sales fall back to LOCAL. Ended and refused ones keep their status and lose their holder, so that a
 * refusal is in everybody's sight (the frozen payload still names the seller). Sales of other sessions come back unchanged.
 */
export function releaseSession(sale: LocalSale, sessionId: string): LocalSale {
  if (sale.sessionId !== sessionId) return sale
  return sale.status === 'ONGOING' ? releaseSale(sale) : changed(sale, { openedBy: null, sessionId: null })
}

/** A user sees the sales opened by them in this session, and those that nobody holds. */
export function isVisibleTo(sale: LocalSale, userId: string, sessionId: string): boolean {
  return sale.openedBy === null || (sale.openedBy === userId && sale.sessionId === sessionId)
}

// ── what it says; derived, never stored ────────────────────────────────────────────────────────────────────────────────
/** No record, no voucher, no payment, no patient: nothing is lost with it. */
export function isEmptySale(sale: LocalSale): boolean {
  return sale.records.length + sale.vouchers.length + sale.payments.length === 0 && sale.patient === null
}

/** Σ price × quantity over records and vouchers, in minor units. */
export function saleTotal(sale: Pick<LocalSale, 'records' | 'vouchers'>): Minor {
  return sum([...sale.records, ...sale.vouchers].map(lineTotal))
}

export function saleUnits(sale: Pick<LocalSale, 'records' | 'vouchers'>): number {
  return [...sale.records, ...sale.vouchers].reduce((units, line) => units + line.quantity, 0)
}

/** Each type once, in the order of the payments. */
export function paymentTypes(sale: Pick<LocalSale, 'payments'>): PaymentType[] {
  return [...new Set(sale.payments.map((payment) => payment.type))]
}

/** The temporary identifier after this one: the number behind the dash counts up. */
export function nextIdentifier(identifier: string): string {
  const dash = identifier.lastIndexOf('-')
  return `${identifier.slice(0, dash)}-${Number(identifier.slice(dash + 1)) + 1}`
}

// ── what is sent ───────────────────────────────────────────────────────────────────────────────────────────────────────
/** A local sale as the closing rules see it. */
export function saleToClose(sale: LocalSale): SaleToClose {
  return {
    records: sale.records,
    vouchers: sale.vouchers,
    payments: sale.payments,
    patientId: sale.patient?.id ?? null,
  }
}

export type SendingFacts = {
  terminalId: string
  sellerRoles: readonly string[]
  soldAt: string
  registerId: string
  cashStep: number
}

/**
 * The payload of an open sale at the moment it ends: frozen by the caller, sent as it was. It names who sells, in which session and with
 * which roles, and what the customer was told (total and cash rounding).
 */
export function toNewSale(sale: LocalSale, facts: SendingFacts) {
  demand(sale, 'send', 'ONGOING')
  const { total, rounding } = saleBalance(sale, facts.cashStep)
  return {
    id: sale.id,
    revision: sale.revision,
    identifier: sale.identifier,
    terminalId: facts.terminalId,
    // An open sale has a holder: openSale and resumeSale are the only ways there.
    sessionId: sale.sessionId!,
    sellerId: sale.openedBy!,
    sellerRoles: [...facts.sellerRoles],
    soldAt: facts.soldAt,
    registerId: facts.registerId,
    patientId: sale.patient?.id ?? null,
    ...(sale.replaces ? { replaces: sale.replaces.id } : {}),
    ...(sale.prescription ? { prescription: sale.prescription } : {}),
    ...(sale.preparation ? { preparation: preparedBy(sale.preparation) } : {}),
    records: [...sale.records],
    vouchers: [...sale.vouchers],
    payments: [...sale.payments],
    total,
    rounding,
  }
}

function preparedBy({ userId, sessionId, at }: Preparation) {
  return { userId, sessionId, at }
}

/** What every gesture of typing begins with: only an open sale takes it, and each change raises its version. */
export function edited(sale: LocalSale, gesture: string, change: Partial<LocalSale>): LocalSale {
  demand(sale, gesture, 'ONGOING')
  const next = changed(sale, change)
  return sale.preparation ? { ...next, preparation: preparationAfter(sale.preparation, sale, next) } : next
}

function demand(sale: LocalSale, gesture: string, status: LocalSaleStatus): void {
  if (sale.status !== status) throw new WrongSaleStatus(gesture, sale.status)
}

function changed(sale: LocalSale, change: Partial<LocalSale>): LocalSale {
  return { ...sale, ...change, version: sale.version + 1 }
}
