import { answeredAfterDays } from '#shared/domain/purchasing/order-state.ts'
import type { Part, RatioMeasure, SummedMeasure } from '#shared/domain/reports/measure.ts'

const ofBills = 'des factures émises dans la période'
const permission = 'stock.see-cost'

/** What payers and suppliers do. */
export const tradeSums = {
  billed: {
    source: 'bills',
    label: 'Facturé',
    unit: 'money',
    formula: `Montant ${ofBills}, sauf annulées`,
  },
  collected: {
    source: 'bills',
    label: 'Encaissé',
    unit: 'money',
    formula: `Payé jusqu’à maintenant ${ofBills}`,
    notFor: 'Un paiement qui n’est attribué à aucune facture n’y est pas.',
  },
  refused: {
    source: 'bills',
    label: 'Refusé',
    unit: 'money',
    formula: `Refusé jusqu’à maintenant ${ofBills} : représenté, mis à la charge du client ou abandonné`,
  },
  accepted: {
    source: 'bills',
    label: 'Accepté',
    unit: 'money',
    formula: `Facturé moins refusé, ${ofBills}`,
  },
  outstanding: {
    source: 'bills',
    label: 'Reste à encaisser',
    unit: 'money',
    formula: `Ce qui reste dû aujourd’hui ${ofBills}`,
    notFor:
      'Ce n’est pas tout ce qui est dû : les bons sans facture et les factures plus anciennes sont dans « Créances ».',
  },
  ordered: {
    source: 'orders',
    label: 'Boîtes commandées',
    unit: 'count',
    formula: 'Quantités des commandes envoyées dans la période',
  },
  received: {
    source: 'orders',
    label: 'Boîtes servies',
    unit: 'count',
    formula: 'Reçu jusqu’à maintenant de ces commandes, au plus ce qui était commandé, sans les boîtes gratuites',
  },
  bought: {
    source: 'deliveries',
    label: 'Achats hors taxes',
    unit: 'money',
    formula: 'Quantités reçues des livraisons closes au prix d’achat, à la date de réception',
    notFor: 'Ce n’est pas ce que le relevé facture.',
    permission,
  },
  boughtBoxes: {
    source: 'deliveries',
    label: 'Boîtes reçues',
    unit: 'count',
    formula: 'Quantités reçues des livraisons closes, gratuites comprises',
  },
  priceRise: {
    source: 'deliveries',
    label: 'Hausse des prix d’achat',
    unit: 'money',
    formula:
      'Ce que les boîtes reçues coûtent de plus qu’au dernier prix du même fournisseur avant la période ; négatif : de moins',
    notFor: 'Un produit qui n’était pas encore acheté chez ce fournisseur n’y est pas.',
    permission,
  },
} as const satisfies Record<string, SummedMeasure>

export const tradeParts = {
  settled: { source: 'bills' },
  paidDays: { source: 'bills' },
  due: { source: 'orders' },
  served: { source: 'orders' },
  servedDays: { source: 'orders' },
  formerCost: { source: 'deliveries' },
} as const satisfies Record<string, Part>

export const tradeRatios = {
  refusedRate: {
    of: ['refused', 'settled'],
    per: 100,
    label: 'Part refusée',
    unit: 'percent',
    formula: `Refusé ÷ réglé ou refusé, ${ofBills}`,
  },
  paymentDelay: {
    of: ['paidDays', 'collected'],
    per: 1,
    label: 'Délai de paiement (jours)',
    unit: 'count',
    formula: `Jours de la facture au paiement, ${ofBills} ; chaque franc payé compte autant`,
  },
  serviceRate: {
    of: ['received', 'due'],
    per: 100,
    label: 'Taux de service',
    unit: 'percent',
    formula: `Boîtes servies ÷ boîtes commandées, des seules commandes dont une livraison est close, et des lignes abandonnées ou attendues depuis ${answeredAfterDays} jours`,
    notFor: 'Une commande encore attendue n’y est pas.',
  },
  deliveryDelay: {
    of: ['servedDays', 'served'],
    per: 1,
    label: 'Délai de livraison (jours)',
    unit: 'count',
    formula: 'Jours de l’envoi de la commande à la première livraison du produit ; chaque ligne servie compte autant',
    notFor: 'La page « Fournisseurs » montre la médiane des commandes.',
  },
  priceRiseRate: {
    of: ['priceRise', 'formerCost'],
    per: 100,
    label: 'Hausse des prix (%)',
    unit: 'percent',
    formula: 'Hausse des prix d’achat ÷ coût des mêmes boîtes au dernier prix d’avant',
    permission,
  },
} as const satisfies Record<string, RatioMeasure<keyof typeof tradeSums | keyof typeof tradeParts>>
