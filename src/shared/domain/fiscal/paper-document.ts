import type { FiscalClient, FiscalMeans } from '#shared/domain/fiscal/fiscal-document.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'

/** A document of the fiscal platform with what papers print of it. Amounts in minor units. */
export type PaperDocument = {
  id: string
  kind: 'sale' | 'credit'
  state: 'incomplete' | 'waiting' | 'certified' | 'rejected' | 'uncertain' | 'settled'
  /** The return that a credit note is about; null: the sale, or its cancellation. */
  returnId: string | null
  elements: PaperElements | null
  totals: {
    groups: readonly { group: TaxGroup; rate: number; total: number; net: number; tax: number }[]
    aib: number
    specificTax: number
    total: number
  } | null
  lines: readonly {
    label: string
    quantity: number
    price: number
    group: TaxGroup
    rate: number
    originalPrice?: number | undefined
  }[]
  payments: readonly { means: FiscalMeans; amount: number }[]
  client: FiscalClient | null
  operator: string
  originalCode: string | null
  prints: number
  isSimulated: boolean
}
type PaperElements = {
  code: string
  nim: string | null
  counters: string | null
  at: string
  qr: string
  stampDuty?: number | undefined
}

/** `awaited`: there will be a document, and it cannot be read now. Null: there is none. */
export type PaperFiscal = PaperDocument | 'awaited' | null

export type CertifiedDocument = PaperDocument & { elements: PaperElements }

/** The document whose code papers print; null for any that has none yet, or never will. */
export function certifiedOf(fiscal: PaperFiscal): CertifiedDocument | null {
  if (fiscal === null || fiscal === 'awaited') return null
  const { elements, state } = fiscal
  return elements && (state === 'certified' || state === 'settled') ? { ...fiscal, elements } : null
}

/** Whether papers say « En attente de normalisation ». A document that a person settled without a code says nothing. */
export function isAwaited(fiscal: PaperFiscal): boolean {
  if (fiscal === null) return false
  return fiscal === 'awaited' || (certifiedOf(fiscal) === null && fiscal.state !== 'settled')
}

/** The document of a sale; of a canceled one the credit note that undoes it, once there is one. */
export function documentOf<D extends PaperDocument>(documents: readonly D[], isCanceled: boolean): D | null {
  const ofSale = documents.filter(({ returnId }) => returnId === null)
  const credit = isCanceled ? ofSale.find(({ kind }) => kind === 'credit') : undefined
  return credit ?? ofSale.find(({ kind }) => kind === 'sale') ?? null
}
