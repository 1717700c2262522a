import type { Permission } from '#shared/domain/permissions.ts'

/**
 * Where the rows of a measure come from. `lines`: what was sold and brought back, line by line. `sales`: the sales.
 * `payments`: their payments, less refunds. `missed`: missed sales. `losses`: boxes that left the stock unsold. `gaps`:
 * the counts of drawers.
 */
export const factSources = ['lines', 'sales', 'payments', 'missed', 'losses', 'gaps'] as const
export type FactSource = (typeof factSources)[number]

/** `money`: minor units. `percent`: of a hundred. `count`: a whole number. */
export type MeasureUnit = 'money' | 'percent' | 'count'

type Facts = {
  label: string
  unit: MeasureUnit
  /** How it is computed, in words; printed under each report. */
  formula: string
  /** What it must not be taken for. */
  notFor?: string
  /** The right that it needs beside the one to reports. */
  permission?: Permission
}
/** Added up over the rows of its source. */
export type SummedMeasure = Facts & { source: FactSource }
/** From two summed measures. `per`: 100 for a percent. It is computed of the sums, never added up. */
export type RatioMeasure = Facts & { of: readonly [SummedName, SummedName]; per: 1 | 100 }

const summed = {
  turnover: {
    source: 'lines',
    label: 'Chiffre d’affaires',
    unit: 'money',
    formula: 'Ventes closes, toutes taxes comprises, moins les retours, sans AIB ; remises non déduites',
    notFor: 'Ce n’est pas ce qui est entré en caisse : voir « Mouvements ».',
  },
  boxes: {
    source: 'lines',
    label: 'Quantités',
    unit: 'count',
    formula: 'Unités vendues, moins celles rapportées',
  },
  cost: {
    source: 'lines',
    label: 'Coût d’achat',
    unit: 'money',
    formula: 'Prix d’achat du lot vendu ; ce qui est rapporté sans revenir au stock reste un coût',
    permission: 'stock.see-cost',
  },
  costedTurnover: {
    source: 'lines',
    label: 'CA dont le coût est connu',
    unit: 'money',
    formula: 'Chiffre d’affaires des lignes qui ont un prix d’achat : sans les bons',
    permission: 'stock.see-cost',
  },
  margin: {
    source: 'lines',
    label: 'Marge',
    unit: 'money',
    formula: 'Chiffre d’affaires moins coût d’achat, des lignes dont le coût est connu',
    notFor: 'Les remises n’en sont pas déduites.',
    permission: 'stock.see-cost',
  },
  returned: {
    source: 'lines',
    label: 'Retours',
    unit: 'money',
    formula: 'Ce qui a été rapporté, au prix de vente, à la date du retour',
  },
  baskets: {
    source: 'sales',
    label: 'Ventes',
    unit: 'count',
    formula: 'Ventes closes, ni annulées ni remplacées',
  },
  discounts: {
    source: 'payments',
    label: 'Remises',
    unit: 'money',
    formula: 'Remises des ventes closes, moins celles des retours',
  },
  paid: {
    source: 'payments',
    label: 'Réglé',
    unit: 'money',
    formula: 'Règlements des ventes closes, de toute forme, remises comprises, moins les remboursements',
    notFor: 'Le crédit et la part des assureurs y sont : ce n’est pas l’argent reçu.',
  },
  insurersPart: {
    source: 'payments',
    label: 'Part des assureurs',
    unit: 'money',
    formula: 'Règlements par assurance, organisme de sécurité sociale ou organisme à crédit, moins les retours',
    notFor: 'Elle n’est pas encore payée : voir « Factures ».',
  },
  clientsPart: {
    source: 'payments',
    label: 'Part des clients',
    unit: 'money',
    formula: 'Réglé, moins la part des assureurs et les remises',
  },
  missedSales: {
    source: 'missed',
    label: 'Ventes manquées',
    unit: 'count',
    formula: 'Ventes manquées notées au comptoir',
  },
  missedValue: {
    source: 'missed',
    label: 'CA manqué',
    unit: 'money',
    formula: 'Quantités demandées au prix de vente connu',
    notFor: 'Ce qui n’a pas de prix connu n’y est pas.',
  },
  lost: {
    source: 'losses',
    label: 'Pertes de stock',
    unit: 'money',
    formula: 'Destructions, manquants d’inventaire et ajustements, au prix d’achat, moins les excédents',
    permission: 'stock.see-cost',
  },
  lostBoxes: {
    source: 'losses',
    label: 'Boîtes perdues',
    unit: 'count',
    formula: 'Destructions, manquants d’inventaire et ajustements, moins les excédents',
  },
  gap: {
    source: 'gaps',
    label: 'Écarts de caisse',
    unit: 'money',
    formula: 'Compté moins attendu, de tous les comptages ; négatif : il manque',
    permission: 'register.seeExpected',
  },
} as const satisfies Record<string, SummedMeasure>

type SummedName = keyof typeof summed

const ratios = {
  marginRate: {
    of: ['margin', 'costedTurnover'],
    per: 100,
    label: 'Taux de marge',
    unit: 'percent',
    formula: 'Marge ÷ chiffre d’affaires dont le coût est connu',
    permission: 'stock.see-cost',
  },
  meanBasket: {
    of: ['turnover', 'baskets'],
    per: 1,
    label: 'Panier moyen',
    unit: 'money',
    formula: 'Chiffre d’affaires ÷ ventes',
  },
  discountRate: {
    of: ['discounts', 'turnover'],
    per: 100,
    label: 'Taux de remise',
    unit: 'percent',
    formula: 'Remises ÷ chiffre d’affaires',
  },
} as const satisfies Record<string, RatioMeasure>

export type MeasureName = SummedName | keyof typeof ratios
export type { SummedName }

/** Each measure of the reports, declared once: its formula in words, its unit and the right that it needs. */
export const measures: Readonly<Record<MeasureName, SummedMeasure | RatioMeasure>> = { ...summed, ...ratios }
export const measureNames = Object.keys(measures) as MeasureName[]

/** The sums that a measure is computed of. */
export function sumsOf(name: MeasureName): readonly SummedName[] {
  const measure = measures[name]
  return 'of' in measure ? measure.of : [name as SummedName]
}

/** The sources that a measure reads. */
export function sourcesOf(name: MeasureName): FactSource[] {
  return [...new Set(sumsOf(name).map((sum) => summed[sum].source))]
}

/**
 * The value of a measure from the sums of a group: whole minor units, percents with one decimal. Null for a ratio to
 * nothing, or to less.
 */
export function valueOf(name: MeasureName, sums: Readonly<Partial<Record<SummedName, number>>>): number | null {
  const measure = measures[name]
  if (!('of' in measure)) return sums[name as SummedName] ?? 0
  const [part, whole] = measure.of.map((each) => sums[each] ?? 0) as [number, number]
  if (whole <= 0) return null
  return measure.per === 100 ? Math.round((part / whole) * 1000) / 10 : Math.round(part / whole)
}
