import { factSources, sourcesOf, type FactSource, type MeasureName } from '#shared/domain/reports/measures.ts'

type Dimension = {
  label: string
  /** Of moments; its groups are shown in their order. */
  isTime?: true
  /** Names persons: not told outside the pharmacy. */
  isPersonal?: true
  sources: readonly FactSource[]
}

const everywhere = factSources
const ofProducts = ['lines', 'missed', 'losses'] as const

const declared = {
  day: { label: 'Jour', isTime: true, sources: everywhere },
  week: { label: 'Semaine', isTime: true, sources: everywhere },
  month: { label: 'Mois', isTime: true, sources: everywhere },
  weekday: { label: 'Jour de la semaine', isTime: true, sources: everywhere },
  hour: { label: 'Heure', isTime: true, sources: everywhere },
  seller: { label: 'Membre', isPersonal: true, sources: everywhere },
  till: { label: 'Poste', sources: ['lines', 'sales', 'payments', 'missed'] },
  product: { label: 'Produit', sources: ofProducts },
  category: { label: 'Catégorie', sources: ofProducts },
  inns: { label: 'DCI', sources: ofProducts },
  atc: { label: 'Classe ATC', sources: ofProducts },
  laboratory: { label: 'Laboratoire', sources: ofProducts },
  storage: { label: 'Rayon', sources: ['lines', 'losses'] },
  supplier: { label: 'Fournisseur', sources: ['lines', 'losses'] },
  taxGroup: { label: 'Groupe de taxe', sources: ['lines'] },
  means: { label: 'Forme de règlement', sources: ['payments'] },
  payer: { label: 'Assureur ou organisme', sources: ['payments'] },
  client: { label: 'Client à crédit', isPersonal: true, sources: ['payments'] },
  reason: { label: 'Raison', sources: ['missed'] },
  cause: { label: 'Cause', sources: ['losses'] },
} as const satisfies Record<string, Dimension>

export type DimensionName = keyof typeof declared

/** Each way to group or filter, declared once. `seller`: of a return, who sold; of a loss, who noted it; of a gap, who held the drawer. */
export const dimensions: Readonly<Record<DimensionName, Dimension>> = declared
export const dimensionNames = Object.keys(declared) as DimensionName[]

/** Whether the rows of a measure say this of themselves. */
export function isKnownOf(dimension: DimensionName, measure: MeasureName): boolean {
  return sourcesOf(measure).every((source) => dimensions[dimension].sources.includes(source))
}
