import type { FiscalPlatform, Invoicing } from '#shared/domain/fiscal/profiles.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import type { MedicineList } from '#shared/domain/listed-medicines.ts'
import type { LotBlock } from '#shared/domain/recalled-lots.ts'
import type { FiscalProgress } from '#server/fiscal/fiscal-family.ts'
import type { UsedGrant } from '#server/grants/grant.repo.ts'
import type { KnownPolicy } from '#server/sales/closing-policies.repo.ts'
import type { Acting } from '#server/sellers/acting.ts'
import type { Box } from '#server/stock/box.repo.ts'

/** A list of the register of listed medicines. */
export type PrescriptionList = Exclude<MedicineList, 'none'>

export type KnownStockItem = {
  id: string
  productId: string
  archived: boolean
  lot: string | null
  expiresOn: string | null
  quantity: number
  salePrice: number
  /** Of units also that of the box which the sale opens. */
  blocked: LotBlock | null
  /** Set when the lot expires soon: the counter sells it at `counterPrice`. */
  discountPercent: number | null
  /** Every sale price that it has had; of units also those that followed from their box. */
  formerPrices: number[]
  /** The tax group that it is sold in; null: nobody knows. */
  taxGroup: TaxGroup | null
  /** The prescription list of the medicine; `none` also for products that the referential does not have. */
  list: MedicineList
}
/**
 * `owedBy`: the client who owes what this client buys on credit, another one after a merge. `limit` and `outgoing` are
 * those of `owedBy`, and so is `archived`.
 */
export type KnownClient = { id: string; owedBy: string; archived: boolean; limit: number | null; outgoing: number }

/**
 * The facts that the rules of closing need, read under the pharmacy's lock. A null or absent value is a row that the
 * pharmacy does not have.
 */
export type Shop = {
  cashStep: number
  country: string
  /** `downAt`: the pharmacy does not sell while the platform does not answer, and it does not at this step of a document. */
  fiscal: {
    platform: FiscalPlatform
    invoices: Invoicing
    tokenFault: 'missing' | 'expired' | null
    downAt: FiscalProgress['step'] | null
  }
  /** The tax group of lines without stock; null: nobody has chosen one. */
  voucherTaxGroup: TaxGroup | null
  /** Notes and coins of the country, in minor units. */
  denominations: number[]
  /** The current setting of the pharmacy, not the one at the time of the sale. */
  listOneNeedsPrescription: boolean
  /** The pharmacy's calendar day of the sale, not of its arrival: a lot may expire while its sale waits to be sent. */
  today: string
  /** The highest numbers and revision given so far. */
  lastNumber: number
  lastEntryNumber: number
  lastRev: number
  /** Who made the sale. The rights include those of the member who prepared it, where they count. */
  acting: Acting
  /** The rights that other members gave for this sale. */
  grants: UsedGrant[]
  preparer: { firstName: string; lastName: string } | null
  /** `closed`: the register accepts no sale, or its closing does not wait for this sale. */
  register: { closed: boolean } | null
  /** A closing waits for the answer to this sale, possibly the closing of another register. */
  isAwaited: boolean
  patient: { firstName: string; lastName: string } | null
  /** The organization that the buyer was taken from is one of the pharmacy, or he was typed. */
  knowsBuyer: boolean
  /** Includes the unit items that the opened boxes create. */
  stockItems: KnownStockItem[]
  openings: Opening[]
  repeats: Repeats
  /** The sale that this one replaces. */
  replaced: Undoable | null
  persons: KnownClient[]
  organizations: KnownClient[]
  policies: KnownPolicy[]
  /** What stood minutes before; read only where the facts of now refuse the sale. */
  lately?: Lately
}

/** `policies`: as they were after each change of the last minutes, the latest first. `archived`: clients since then. */
export type Lately = { policies: KnownPolicy[][]; archived: ReadonlySet<string> }

/**
 * Whether another closed sale, or another line of this one, already has the voucher of a policy or the serial of a box.
 * `reference`: the number of another closed sale that one of its transactions has paid; null: none.
 */
export type Repeats = { voucher: boolean; serial: boolean; reference: number | null }

/** The boxes of one lot that a sale opens, summed over its lines. */
export type Opening = { box: Box; boxes: number; unitItemId: string }

/** The facts that decide whether a sale can be undone. */
export type Undoable = {
  id: string
  status: 'CLOSED' | 'CANCELED'
  version: number
  hasReturns: boolean
  hasPaidBill: boolean
}

/** The rows of the synced lists that a sale changes, through debts or used ceilings. */
export type TouchedClients = { persons: string[]; organizations: string[]; companies: string[] }
