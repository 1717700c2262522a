import type { ReportQuery } from '#shared/contract/reports.ts'
import type { Comparison } from '#shared/domain/reports/compared-period.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'

/** One table of a question, with a chart of its first measure when it is of moments. */
export type ReportView = {
  title: string
  measures: readonly MeasureName[]
  /** Null: only the totals. */
  dimension: DimensionName | null
  /** The groups are divided once more: a heat map of two moments. */
  thenBy?: DimensionName
  /** Of the first measure; otherwise its largest value first. `change`: to the compared period. */
  order?: { of: 'value' | 'change'; descending: boolean }
  /** Only the first groups. */
  limit?: number
  only?: ReportQuery['only']
  /** Says nothing without a period beside it: that before, when none is asked. */
  compares?: true
  /** Never beside another period. */
  alone?: true
}

/** What a view is beside, when this is asked for. */
export function comparisonOf({ alone, compares }: ReportView, asked: Comparison | null): Comparison | null {
  if (alone) return null
  return asked ?? (compares ? 'before' : null)
}

export type ReportQuestion = {
  /** In the address. */
  key: string
  title: string
  /** Stands before the views: what is owed today, or other pharmacies of a month that the platform chose. */
  lead?: 'owed' | 'peers'
  views: readonly ReportView[]
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
    title: 'Qu’est-ce qui rapporte, qu’est-ce qui dort ?',
    views: [
      { title: 'Les produits', measures: ['turnover', 'boxes', 'margin', 'marginRate'], dimension: 'product' },
      { title: 'Les classes ABC', measures: ['turnover', 'boxes', 'margin', 'stockClosing'], dimension: 'abc' },
      { title: 'Les classes XYZ', measures: ['turnover', 'boxes', 'margin', 'stockClosing'], dimension: 'xyz' },
      {
        title: 'Ce qui baisse',
        measures: ['turnover', 'boxes'],
        dimension: 'product',
        order: { of: 'change', descending: false },
        compares: true,
      },
      {
        title: 'Ce qui ne se vend plus',
        measures: ['turnover', 'boxes', 'boxesClosing'],
        dimension: 'product',
        order: { of: 'change', descending: false },
        compares: true,
        only: [
          { by: 'turnover', of: 'compared', is: 'some' },
          { by: 'turnover', of: 'value', is: 'none' },
        ],
      },
      {
        title: 'Ce qui dort : en stock, sans vente',
        measures: ['stockClosing', 'boxesClosing', 'boxes'],
        dimension: 'product',
        only: [
          { by: 'stockClosing', of: 'value', is: 'some' },
          { by: 'boxes', of: 'value', is: 'none' },
        ],
      },
      {
        title: 'Ce qui tourne lentement',
        measures: ['stockMonths', 'stockClosing', 'boxes'],
        dimension: 'product',
        only: [{ by: 'stockMonths', of: 'value', is: 'some' }],
      },
      {
        title: 'Le stock, du début à la fin',
        measures: ['stockClosing', 'stockOpening', 'stockIn', 'stockOut', 'stockDays'],
        dimension: 'category',
      },
      { title: 'Les laboratoires', measures: ['turnover', 'margin', 'marginRate'], dimension: 'laboratory' },
      { title: 'Les catégories', measures: ['turnover', 'margin', 'marginRate'], dimension: 'category' },
      { title: 'Les DCI', measures: ['turnover', 'boxes'], dimension: 'inns' },
    ],
  },
  {
    key: 'registre',
    title: 'Quels médicaments sont sortis, jour par jour ?',
    views: [
      { title: 'Les listes', measures: ['boxes'], dimension: 'prescriptionList', alone: true },
      {
        title: 'Registre des délivrances, par produit',
        measures: ['boxes'],
        dimension: 'product',
        thenBy: 'day',
        alone: true,
      },
      {
        title: 'Registre des délivrances, par DCI',
        measures: ['boxes'],
        dimension: 'inns',
        thenBy: 'day',
        alone: true,
      },
    ],
  },
  {
    key: 'equipe',
    title: 'Qui vend, à qui, quand ?',
    views: [
      {
        title: 'L’équipe',
        measures: ['turnover', 'baskets', 'meanBasket', 'discountRate', 'returned'],
        dimension: 'seller',
      },
      { title: 'La semaine, heure par heure', measures: ['turnover'], dimension: 'hour', thenBy: 'weekday' },
      { title: 'Les heures', measures: ['turnover', 'baskets', 'meanBasket'], dimension: 'hour' },
      { title: 'Les jours de la semaine', measures: ['turnover', 'baskets', 'meanBasket'], dimension: 'weekday' },
      { title: 'Les clients', measures: ['turnover', 'baskets', 'meanBasket'], dimension: 'patient' },
      { title: 'Les prescripteurs', measures: ['turnover', 'baskets', 'meanBasket'], dimension: 'prescriber' },
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
    key: 'creances',
    title: 'Que nous doivent les assureurs, et en combien de jours ?',
    lead: 'owed',
    views: [
      {
        title: 'Leurs factures',
        measures: ['billed', 'paymentDelay', 'collected', 'refused', 'refusedRate', 'outstanding'],
        dimension: 'payer',
      },
      { title: 'Mois par mois', measures: ['billed', 'collected', 'refused', 'paymentDelay'], dimension: 'month' },
      { title: 'Les contrats', measures: ['billed', 'collected', 'refused', 'refusedRate'], dimension: 'contract' },
      { title: 'Les employeurs', measures: ['billed', 'collected', 'refused', 'refusedRate'], dimension: 'employer' },
      { title: 'Ce qui leur est vendu', measures: ['turnover', 'margin', 'baskets'], dimension: 'payer' },
    ],
  },
  {
    key: 'fournisseurs',
    title: 'Que valent nos fournisseurs ?',
    views: [
      {
        title: 'Le service',
        measures: ['serviceRate', 'ordered', 'received', 'deliveryDelay'],
        dimension: 'supplier',
      },
      {
        title: 'Les achats et leurs prix',
        measures: ['bought', 'priceRise', 'priceRiseRate', 'boughtBoxes'],
        dimension: 'supplier',
      },
      { title: 'La marge de ce qui est vendu', measures: ['margin', 'marginRate', 'turnover'], dimension: 'supplier' },
      {
        title: 'Les hausses de prix',
        measures: ['priceRise', 'priceRiseRate', 'bought'],
        dimension: 'product',
        only: [{ by: 'priceRise', of: 'value', is: 'some' }],
      },
      { title: 'Les achats, mois par mois', measures: ['bought', 'boughtBoxes'], dimension: 'month' },
    ],
  },
  {
    key: 'pertes',
    title: 'Qu’avons-nous perdu ?',
    views: [
      { title: 'Ventes manquées', measures: ['missedValue', 'missedSales'], dimension: 'product' },
      { title: 'Stock perdu, par cause', measures: ['lost', 'lostBoxes'], dimension: 'cause' },
      { title: 'Stock perdu, par produit', measures: ['lost', 'lostBoxes'], dimension: 'product' },
      { title: 'Périmés', measures: ['expiryLost', 'expirySaved'], dimension: 'product' },
      {
        title: 'Ruptures',
        measures: ['outDays', 'outRate'],
        dimension: 'product',
        only: [{ by: 'outDays', of: 'value', is: 'some' }],
      },
      { title: 'Écarts de caisse', measures: ['gap'], dimension: 'seller', order: { of: 'value', descending: false } },
      { title: 'Remises', measures: ['discounts', 'discountRate'], dimension: 'seller' },
    ],
  },
  { key: 'pairs', title: 'Comment nous situons-nous ?', lead: 'peers', views: [] },
]

/** The question of an address, the first one without a known name. */
export function questionOf(key: string | null): ReportQuestion {
  return reportQuestions.find((question) => question.key === key) ?? reportQuestions[0]
}
