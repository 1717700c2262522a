import type { FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import type { PlatformFacts } from '#shared/domain/fiscal/platform-differences.ts'

/** Who certifies: the pharmacy as its platform knows it. */
export type FiscalSeller = {
  taxId: string
  token: string
  addresses: { invoice: string; info: string | null }
  /** What the platform of Côte d’Ivoire wants besides: the client of walk-ins, and the names in the account. */
  account: { name: string; phone: string; email: string; establishment: string; pointOfSale: string } | null
}

/** What a platform gives to a certified document; papers print it, a credit note names it. */
export type FiscalElements = {
  /** « XXXX-XXXX-… » or the official number. */
  code: string
  /** The machine; null where there is none. */
  nim: string | null
  counters: string | null
  /** The hour in the words of the platform. */
  at: string
  /** The text of the square code: never wrapped in an address of ours. */
  qr: string
  /** Of platforms that credit by item: the invoice, and the item that each part of a line became. */
  invoiceId?: string
  items?: { lineId: string; id: string; quantity: number }[]
  /** What a credit note took of the items of its invoice. */
  refunded?: { id: string; quantity: number }[]
  /** The sum that the platform certified, when it is not ours. */
  differingTotal?: number
  stickersLeft?: number
  stampDuty?: number
  /** What the till took, when the platform says another duty. */
  expectedStampDuty?: number
}

/** How far a document is; committed before each call that leaves, so that a killed process knows what it may have done. */
export type FiscalProgress =
  | { step: 'drafting' }
  | ({ step: 'drafted' } & Drafted)
  /** `maybe`: how many confirmations may have arrived. */
  | ({ step: 'confirming'; maybe: number } & Drafted)
  | { step: 'signing' }

/** A draft of the platform. `totals`: as it computed them, where the confirmation repeats them. */
export type Drafted = { uid: string; draftedAtMs: number; totals?: { total: unknown; vtotal: unknown } }

/**
 * The four results, and no other. `retry`: nothing was certified, or the platform can still be asked what was.
 * `uncertain`: it may have been certified and nobody can tell: a person looks at the portal.
 */
export type FiscalResult =
  | { kind: 'certified'; elements: FiscalElements }
  | { kind: 'rejected'; fields: { field: string; message: string }[] }
  | { kind: 'retry'; why: FiscalTrouble; message: string; soon: boolean }
  | { kind: 'uncertain'; evidence: Record<string, unknown> }
/**
 * Why a call came to nothing: nobody answered, the token is not accepted, the platform is busy, or it has as many drafts
 * as it takes.
 */
export type FiscalTrouble = 'unreachable' | 'token' | 'busy' | 'full' | 'answer'

export type FiscalJob = {
  document: FiscalDocument
  /** Our own number of the document. */
  number: string
  /** The elements of the invoice that is credited. */
  original: FiscalElements | null
  /** What earlier credit notes took of its items. */
  refunded: readonly { id: string; quantity: number }[]
  progress: FiscalProgress | null
  /** Commits how far the document is. */
  keep: (progress: FiscalProgress | null) => Promise<void>
}

export type FiscalFamilyPort = {
  certify: (job: FiscalJob) => Promise<FiscalResult>
  /** Of platforms of two steps: makes the draft that `certify` confirms later; null when it stands and is saved. */
  prepare?: (job: FiscalJob) => Promise<FiscalResult | null>
  /** What the platform says of the seller. */
  status: () => Promise<FiscalStatus>
  /** The rates and codes of the platform; null where it does not tell them. */
  facts: () => Promise<PlatformFacts | null>
}
export type FiscalStatus =
  | {
      kind: 'known'
      taxId: string | null
      nim: string | null
      expiresAt: string | null
      serverAt: string | null
      pending: number
    }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; message: string }
