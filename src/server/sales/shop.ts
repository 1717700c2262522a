import type { Permission } from '#shared/domain/permissions.ts'
import type { KnownPolicy } from '#server/sales/closing-policies.repo.ts'

export type PrescriptionList = 'list-1' | 'list-2' | 'narcotic'

export type KnownStockItem = {
  id: string
  productId: string
  archived: boolean
  lot: string | null
  expiresOn: string | null
  quantity: number
  salePrice: number
  /** The list of the medicine; `none` also for what the referential does not know. */
  list: PrescriptionList | 'none'
}
/** `owedBy`: who owes what this client takes on credit, another one where he was merged; limit and outgoing are his. */
export type KnownClient = { id: string; owedBy: string; limit: number | null; outgoing: number }

/** What some roles give together; the limit of discounts in percent. */
export type RoleRights = { permissions: Permission[]; discountLimit: number | null }

/** What the rules of a closing need to know, as the pharmacy stands under its lock. What is null or absent is not of this pharmacy. */
export type Shop = {
  cashStep: number
  /** The pharmacy's calendar day when it sold: a lot may expire while its sale waits to be sent. */
  today: string
  /** The highest numbers and revision given so far. */
  lastNumber: number
  lastEntryNumber: number
  lastRev: number
  /** With the rights of who made the sale ready for him, where they count. */
  seller: ({ firstName: string; lastName: string; active: boolean } & RoleRights) | null
  preparer: { firstName: string; lastName: string } | null
  /** What the roles named in the sale give today. */
  rolesGive: RoleRights
  sessionKnown: boolean
  /** `closed`: nothing of it is taken any more, or it waits for its last sales and this is none of them. */
  register: { closed: boolean } | null
  /** A closing waits for the answer to it: not only where it still names that register. */
  isAwaited: boolean
  patient: { firstName: string; lastName: string } | null
  /** Also the units that come to the shelf by the boxes that it opens. */
  stockItems: KnownStockItem[]
  openings: Opening[]
  /** The sale that it is a new version of. */
  replaced: Undoable | null
  persons: KnownClient[]
  organizations: KnownClient[]
  policies: KnownPolicy[]
}

/** A lot whose boxes a sale by unit opens. */
export type Box = {
  id: string
  productId: string
  archived: boolean
  lot: string | null
  expiresOn: string | null
  quantity: number
  salePrice: number
  purchasePrice: number
  /** What one box holds. */
  units: number
  list: PrescriptionList | 'none'
  /** « comprimé pelliculé »; null for what the referential does not know. */
  form: string | null
}

/** Boxes of one lot that a sale opens, all its lines together. */
export type Opening = { box: Box; boxes: number; unitItemId: string }

/** What decides whether a sale can be undone. */
export type Undoable = {
  id: string
  status: 'CLOSED' | 'CANCELED'
  version: number
  hasReturns: boolean
  hasPaidBill: boolean
}

/** The rows of the tills' lists that a sale changes: by what is owed, and by what is left of ceilings. */
export type TouchedClients = { persons: string[]; organizations: string[]; companies: string[] }
