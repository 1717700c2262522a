import { fiscalTotals, type Aib, type FiscalLine } from '#shared/domain/fiscal/fiscal-document.ts'
import type { FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'

export type Item = { name?: unknown; price?: unknown; quantity?: unknown; taxGroup?: unknown; taxSpecific?: unknown }
export type Invoice = {
  type?: unknown
  items?: unknown
  aib?: unknown
  reference?: unknown
  payment?: { name?: unknown; amount?: unknown }[]
  client?: { ifu?: unknown }
  operator?: { name?: unknown }
} & Record<string, unknown>

/** In hundredths of a percent. */
export type RateOf = (group: TaxGroup) => number

export type CertifiedInvoice = { uid: string; nim: string; code: string; type: string; total: number; credited: number }

/** The last digits of numbers that nobody has: the platform refuses them though their form is right. */
const ofNobody = '99999'

/** The fields that the platform knows. */
const known = new Set([
  'ifu',
  'nif',
  'rn',
  'mode',
  'isf',
  'type',
  'items',
  'client',
  'operator',
  'payment',
  'aib',
  'reference',
  'referenceType',
  'referenceDesc',
  'curCode',
  'curDate',
  'curRate',
])

/** What is wrong with an invoice, by the code and the words of the specification. */
export function faultOf(
  invoice: Invoice,
  profile: FiscalProfile,
  { certified, rateOf }: { certified: readonly CertifiedInvoice[]; rateOf: RateOf },
): [number, string] | null {
  const kinds = Object.values(profile.kindCodes)
  if (!kinds.includes(invoice.type as string)) return [3, 'Le type de facture n’est pas valide']
  const isCredit = invoice.type === profile.kindCodes.credit || invoice.type === profile.kindCodes.exportCredit
  if (isCredit && Object.keys(invoice).some((field) => !known.has(field))) return [11, 'Champ inconnu']
  if (isCredit && !invoice.reference) return [4, 'La référence de la facture originale est obligatoire']
  if (isCredit && !/^[\dA-Z]{24}$/.test(String(invoice.reference))) return [5, 'La référence doit avoir 24 caractères']
  if (invoice.aib !== undefined && invoice.aib !== 'A' && invoice.aib !== 'B')
    return [6, 'Le type d’AIB n’est pas valide']
  const means = Object.values(profile.meansCodes)
  if (invoice.payment?.some(({ name }) => !means.includes(name as string))) return [7, 'Type de paiement non valide']
  const items = Array.isArray(invoice.items) ? (invoice.items as Item[]) : []
  if (items.length === 0) return [8, 'La facture n’a pas d’article']
  if (items.some(({ taxGroup }) => !Object.values(profile.groupCodes).includes(taxGroup as string)))
    return [9, 'Le groupe de taxation n’est pas valide']
  if (items.some(({ price, quantity }) => !Number.isInteger(price) || typeof quantity !== 'number'))
    return [99, 'Erreur de traitement']
  const taxId = invoice.client?.ifu
  const isKnown = typeof taxId === 'string' && profile.clientTaxId?.test(taxId) && !taxId.endsWith(ofNobody)
  if (taxId !== undefined && profile.clientTaxId && !isKnown) return [99, 'IFU du client non valide']
  if (!isCredit) return null
  const original = certified.find(({ code }) => code === invoice.reference)
  if (!original) return [11, 'La facture originale n’a pas été trouvée']
  const { total } = fiscalTotals(
    { lines: items.map((item) => lineOf(item, profile, rateOf)), aib: (invoice.aib ?? null) as Aib | null },
    profile.rounding,
  )
  return original.credited + total > original.total ? [12, 'Le montant de l’avoir dépasse celui de la facture'] : null
}

export function lineOf(item: Item, profile: FiscalProfile, rateOf: RateOf): FiscalLine {
  const group = taxGroups.find((each) => profile.groupCodes[each] === item.taxGroup)!
  return {
    lineId: '',
    label: String(item.name),
    quantity: Number(item.quantity),
    price: Number(item.price),
    group,
    rate: rateOf(group),
    specificTax: Number(item.taxSpecific ?? 0),
  }
}
