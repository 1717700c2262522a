import type { Part, RatioMeasure, SummedMeasure } from '#shared/domain/reports/measure.ts'
import type { salesSums } from '#shared/domain/reports/sales-measures.ts'

const permission = 'stock.see-cost'
const atCost = 'au prix d’achat d’aujourd’hui de chaque lot'

/** What the stock holds, takes in, gives out and lacks. Law: opening + in − out = closing. */
export const stockSums = {
  stockOpening: {
    source: 'levels',
    label: 'Stock au début',
    unit: 'money',
    formula: `Valeur du stock avant le premier jour, ${atCost}`,
    permission,
  },
  stockIn: {
    source: 'stock',
    label: 'Entrées de stock',
    unit: 'money',
    formula: `Tout ce qui entre dans un lot (livraisons, retours, excédents, déconditionnement), ${atCost}`,
    permission,
  },
  stockOut: {
    source: 'stock',
    label: 'Sorties de stock',
    unit: 'money',
    formula: `Tout ce qui sort d’un lot (ventes, destructions, retours fournisseur, manquants, déconditionnement), ${atCost}`,
    notFor: 'Ce n’est pas le coût des ventes : une boîte ouverte sort et ses unités entrent.',
    permission,
  },
  stockClosing: {
    source: 'levels',
    label: 'Stock à la fin',
    unit: 'money',
    formula: `Valeur du stock après le dernier jour, ou maintenant, ${atCost} ; stock au début + entrées − sorties`,
    permission,
  },
  boxesOpening: {
    source: 'levels',
    label: 'Quantité au début',
    unit: 'count',
    formula: 'Unités en stock avant le premier jour',
  },
  boxesIn: { source: 'stock', label: 'Quantité entrée', unit: 'count', formula: 'Unités entrées dans un lot' },
  boxesOut: { source: 'stock', label: 'Quantité sortie', unit: 'count', formula: 'Unités sorties d’un lot' },
  boxesClosing: {
    source: 'levels',
    label: 'Quantité à la fin',
    unit: 'count',
    formula: 'Unités en stock après le dernier jour, ou maintenant ; quantité au début + entrée − sortie',
  },
  expiryLost: {
    source: 'losses',
    label: 'Périmés perdus',
    unit: 'money',
    formula: 'Détruit ou sorti du stock comme périmé, ou après sa date, au prix d’achat',
    notFor: 'Ce qui est périmé et encore en rayon n’y est pas : voir « Péremptions ».',
    permission,
  },
  expirySaved: {
    source: 'savings',
    label: 'Pertes évitées',
    unit: 'money',
    formula:
      'Par les gestes de « Péremptions » : retourné au fournisseur ou transféré, au prix d’achat ; vendu avec remise, au prix reçu, le jour du geste ou de la vente',
    permission,
  },
  outDays: {
    source: 'outages',
    label: 'Jours en rupture',
    unit: 'count',
    formula:
      'Jours à la fin desquels le stock d’un produit est vide, de tous les produits qui ont bougé dans la période ou les 30 jours d’avant, dès leur premier mouvement',
    notFor: 'Un lot bloqué ou périmé compte comme du stock : voir « Ruptures » pour aujourd’hui.',
  },
} as const satisfies Record<string, SummedMeasure>

export const stockParts = { watchedDays: { source: 'outages' } } as const satisfies Record<string, Part>

export const stockRatios = {
  stockDays: {
    of: ['stockClosing', 'cost'],
    per: 'days',
    label: 'Jours de stock',
    unit: 'count',
    formula: 'Stock à la fin ÷ coût d’achat de ce qui est vendu par jour de la période',
    notFor: 'Inconnu de ce qui ne s’est pas vendu.',
    permission,
  },
  stockMonths: {
    of: ['stockClosing', 'cost'],
    per: 'months',
    label: 'Mois de stock',
    unit: 'count',
    formula: 'Jours de stock ÷ 30',
    notFor: 'Inconnu de ce qui ne s’est pas vendu.',
    permission,
  },
  outRate: {
    of: ['outDays', 'watchedDays'],
    per: 100,
    label: 'Part du temps en rupture',
    unit: 'percent',
    formula: 'Jours en rupture ÷ jours suivis ; un jour compte quand le stock est vide à la fin du jour',
  },
} as const satisfies Record<
  string,
  RatioMeasure<keyof typeof stockSums | keyof typeof stockParts | keyof typeof salesSums>
>
