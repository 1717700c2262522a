import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'

/** One table of a question, with a chart of its first measure when it is of moments. */
export type ReportView = {
  title: string
  measures: readonly MeasureName[]
  dimension: DimensionName
  /** The largest fall first; otherwise by the first measure. */
  byFall?: true
}

export type ReportQuestion = {
  /** In the address. */
  key: string
  title: string
  views: readonly [ReportView, ...ReportView[]]
}

/** What owners ask. The first view of a question says its sentence. */
export const reportQuestions: readonly [ReportQuestion, ...ReportQuestion[]] = [
  {
    key: 'mois',
    title: 'Comment va la pharmacie ?',
    views: [
      {
        title: 'Jour par jour',
        measures: ['turnover', 'baskets', 'meanBasket', 'margin', 'marginRate', 'discounts'],
        dimension: 'day',
      },
    ],
  },
  {
    key: 'produits',
    title: 'Qu’est-ce qui rapporte ?',
    views: [
      { title: 'Les produits', measures: ['turnover', 'boxes', 'margin', 'marginRate'], dimension: 'product' },
      { title: 'Ce qui baisse', measures: ['turnover', 'boxes'], dimension: 'product', byFall: true },
      { title: 'Les laboratoires', measures: ['turnover', 'margin', 'marginRate'], dimension: 'laboratory' },
      { title: 'Les catégories', measures: ['turnover', 'margin', 'marginRate'], dimension: 'category' },
      { title: 'Les DCI', measures: ['turnover', 'boxes'], dimension: 'inns' },
    ],
  },
  {
    key: 'equipe',
    title: 'Qui vend, et quand ?',
    views: [
      {
        title: 'L’équipe',
        measures: ['turnover', 'baskets', 'meanBasket', 'discountRate', 'returned'],
        dimension: 'seller',
      },
      { title: 'Les heures', measures: ['turnover', 'baskets', 'meanBasket'], dimension: 'hour' },
      { title: 'Les jours de la semaine', measures: ['turnover', 'baskets', 'meanBasket'], dimension: 'weekday' },
      { title: 'Les postes', measures: ['turnover', 'baskets'], dimension: 'till' },
    ],
  },
  {
    key: 'assureurs',
    title: 'Qui paie ?',
    views: [
      { title: 'Assureurs et organismes', measures: ['insurersPart'], dimension: 'payer' },
      { title: 'Les formes de règlement', measures: ['paid'], dimension: 'means' },
    ],
  },
  {
    key: 'pertes',
    title: 'Qu’avons-nous perdu ?',
    views: [
      { title: 'Ventes manquées', measures: ['missedValue', 'missedSales'], dimension: 'product' },
      { title: 'Stock perdu, par cause', measures: ['lost', 'lostBoxes'], dimension: 'cause' },
      { title: 'Stock perdu, par produit', measures: ['lost', 'lostBoxes'], dimension: 'product' },
      { title: 'Écarts de caisse', measures: ['gap'], dimension: 'seller' },
      { title: 'Remises', measures: ['discounts', 'discountRate'], dimension: 'seller' },
    ],
  },
]

/** The question of an address, the first one without a known name. */
export function questionOf(key: string | null): ReportQuestion {
  return reportQuestions.find((question) => question.key === key) ?? reportQuestions[0]
}
