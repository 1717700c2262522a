import type { FiscalDetail, fiscalSettlements, FiscalState } from '#shared/contract/fiscal-documents.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const stateWords: Readonly<Record<FiscalState, { label: string; value: string; tone: StatusTone }>> = {
  incomplete: { label: 'Groupe à compléter', value: 'a-completer', tone: 'warning' },
  waiting: { label: 'En attente', value: 'en-attente', tone: 'info' },
  certified: { label: 'Normalisée', value: 'normalisee', tone: 'success' },
  rejected: { label: 'Refusée', value: 'refusee', tone: 'danger' },
  uncertain: { label: 'À vérifier', value: 'a-verifier', tone: 'danger' },
  settled: { label: 'Réglée', value: 'reglee', tone: 'neutral' },
}

export const settlementWords: Readonly<Record<(typeof fiscalSettlements)[number], string>> = {
  found: 'La facture est sur le portail',
  credited: 'Un avoir a été fait sur le portail',
  never: 'Elle n’a jamais été faite',
  canceled: 'Vente annulée avant l’envoi',
}

/** « Facture de la vente n° 811 », « Avoir A4 de la vente n° 811 » */
export function titleOf({ kind, number, saleNumber, returnId }: FiscalDetail): string {
  if (kind === 'sale') return `Facture de la vente n°\u00a0${saleNumber}`
  return `Avoir ${returnId ? `${number} de la vente` : 'de la vente annulée'} n°\u00a0${saleNumber}`
}

/** The fields of a platform that say nothing by their name. */
const fieldWords: Readonly<Record<string, string>> = {
  type: 'Type de facture',
  reference: 'Facture d’origine',
  aib: 'AIB',
  payment: 'Paiements',
  items: 'Lignes',
  taxGroup: 'Groupes de taxe',
  total: 'Total',
}
export function fieldText(field: string, taxName: string): string {
  if (isTaxIdField(field)) return `${taxName} du client`
  const group = /^ta([a-f])$/.exec(field)?.[1]
  return group ? `Total du groupe ${group.toUpperCase()}` : (fieldWords[field] ?? (field || 'Réponse'))
}

function isTaxIdField(field: string): boolean {
  return /^client\.?(ifu|nif|ncc)$/i.test(field)
}

/** Whether the platform refused nothing but the tax number of the client: the document can do without it. */
export function isAboutClient({ state, fields, client }: FiscalDetail): boolean {
  return (
    state === 'rejected' &&
    Boolean(client?.taxId) &&
    fields.length > 0 &&
    fields.every(({ field }) => isTaxIdField(field))
  )
}

const stepWords: Readonly<Record<string, string>> = {
  draft: 'Brouillon',
  status: 'Brouillons en attente',
  cancel: 'Abandon du brouillon',
  confirm: 'Confirmation',
  sign: 'Certification',
  refund: 'Avoir',
}
export function stepText(step: string): string {
  return stepWords[step] ?? step
}

/** « 2 en attente de normalisation », « 1 réglée, hors des sommes » */
export function countedState(state: FiscalState, count: number): string {
  const words: Readonly<Record<FiscalState, string>> = {
    incomplete: 'groupe à compléter, hors des sommes',
    waiting: 'en attente de normalisation',
    certified: pluralWord(count, 'normalisée'),
    rejected: pluralWord(count, 'refusée'),
    uncertain: 'à vérifier',
    settled: `${pluralWord(count, 'réglée')}, hors des sommes`,
  }
  return `${formatAmount(count, { decimals: 0 })}\u00a0${words[state]}`
}

/** A part of a box is a quantity too: « 0,5 ». */
export function quantityText(quantity: number): string {
  return formatAmount(quantity, { decimals: 0 }).replace('.', ',')
}

/** « n° 12 », « n° 11 et 12 » */
export function zNumbers(numbers: readonly number[]): string {
  return `n°\u00a0${new Intl.ListFormat('fr').format(numbers.map(String))}`
}

/** Of a document whose drawer is not counted: its lines, sums and exchanges tell amounts. */
export const withheldDocument =
  'Comptage à l’aveugle\u00a0: les lignes, les sommes et les échanges s’affichent quand la caisse est comptée.'

/** « 2 caisses ouvertes non comptées : hors du rapport » */
export function withheldWords(count: number): string {
  const words = [pluralWord(count, 'ouverte'), 'non', pluralWord(count, 'comptée')]
  return `${plural(count, 'caisse')} ${words.join(' ')}\u00a0: hors du rapport`
}
