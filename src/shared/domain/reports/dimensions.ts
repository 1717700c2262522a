import { factSources, type FactSource } from '#shared/domain/reports/measure.ts'
import { sourcesOf, type MeasureName } from '#shared/domain/reports/measures.ts'

type Dimension = {
  label: string
  /** Of moments; its groups are shown in their order. */
  isTime?: true
  /** Names persons: not told outside the pharmacy. */
  isPersonal?: true
  /** The name of the group of which nothing is known. */
  none?: string
  sources: readonly FactSource[]
  /**
   * In these a row is in several groups: a sale that two payers pay is in the group of each. The groups then add up to
   * more than the total, which has each row once.
   */
  overlapsIn?: readonly FactSource[]
}

const withoutMoment = ['levels', 'outages'] as const
const inTime = factSources.filter((source) => !withoutMoment.some((each) => each === source))
/** Known by their day only. */
const ofDays = ['bills', 'deliveries']
const ofProducts = [
  'lines',
  'missed',
  'losses',
  'stock',
  'levels',
  'outages',
  'savings',
  'orders',
  'deliveries',
] as const
const ofLots = ['lines', 'losses', 'stock', 'levels', 'savings'] as const
const ofSales = ['lines', 'sales', 'payments'] as const
const ofPayers = ['lines', 'sales', 'payments', 'bills'] as const
const severalPayers = ['lines', 'sales'] as const

const declared = {
  day: { label: 'Jour', isTime: true, sources: inTime },
  week: { label: 'Semaine', isTime: true, sources: inTime },
  month: { label: 'Mois', isTime: true, sources: inTime },
  weekday: { label: 'Jour de la semaine', isTime: true, sources: inTime },
  hour: { label: 'Heure', isTime: true, sources: inTime.filter((source) => !ofDays.includes(source)) },
  seller: {
    label: 'Membre',
    isPersonal: true,
    sources: ['lines', 'sales', 'payments', 'missed', 'losses', 'gaps', 'stock'],
  },
  till: { label: 'Poste', sources: ['lines', 'sales', 'payments', 'missed'] },
  /** Named by who opened it. */
  register: { label: 'Caisse', isPersonal: true, sources: [...ofSales, 'gaps'] },
  product: { label: 'Produit', sources: ofProducts },
  category: { label: 'Catégorie', sources: ofProducts },
  inns: { label: 'DCI', none: 'Sans DCI', sources: ofProducts },
  atc: { label: 'Classe ATC', sources: ofProducts },
  laboratory: { label: 'Laboratoire', sources: ofProducts },
  prescriptionList: { label: 'Liste', none: 'Hors liste', sources: ofProducts },
  /** By turnover and by week, of the sales of the period. */
  abc: { label: 'Classe ABC', sources: ofProducts },
  xyz: { label: 'Classe XYZ', none: 'Période de moins de 4 semaines', sources: ofProducts },
  storage: { label: 'Rayon', sources: ofLots },
  supplier: { label: 'Fournisseur', sources: [...ofLots, 'orders', 'deliveries'] },
  taxGroup: { label: 'Groupe de taxe', sources: ['lines'] },
  means: { label: 'Forme de règlement', sources: ['payments'] },
  payer: {
    label: 'Assureur ou organisme',
    none: 'Sans assureur ni organisme',
    sources: ofPayers,
    overlapsIn: severalPayers,
  },
  contract: { label: 'Contrat', none: 'Sans contrat', sources: ofPayers, overlapsIn: severalPayers },
  employer: { label: 'Employeur', none: 'Sans employeur', sources: ofPayers, overlapsIn: severalPayers },
  client: { label: 'Client à crédit', isPersonal: true, none: 'Sans crédit', sources: ['payments', 'bills'] },
  patient: { label: 'Client', isPersonal: true, none: 'Client de passage', sources: ofSales },
  prescriber: { label: 'Prescripteur', isPersonal: true, none: 'Sans prescripteur noté', sources: ofSales },
  reason: { label: 'Raison', sources: ['missed'] },
  cause: { label: 'Cause', sources: ['losses', 'stock'] },
} as const satisfies Record<string, Dimension>

export type DimensionName = keyof typeof declared

/** Each way to group or filter, declared once. `seller`: of a return, who sold; of a loss, who noted it; of a gap, who held the drawer. */
export const dimensions: Readonly<Record<DimensionName, Dimension>> = declared
export const dimensionNames = Object.keys(declared) as DimensionName[]

/** Whether the rows of a measure say this of themselves. */
export function isKnownOf(dimension: DimensionName, measure: MeasureName): boolean {
  return sourcesOf(measure).every((source) => dimensions[dimension].sources.includes(source))
}

/** Whether a row of the measure may be in several groups, so that they add up to more than the total. */
export function overlapsOf(dimension: DimensionName, measure: MeasureName): boolean {
  return sourcesOf(measure).some((source) => dimensions[dimension].overlapsIn?.includes(source))
}
