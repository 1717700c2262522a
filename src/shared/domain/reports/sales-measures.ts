import type { RatioMeasure, SummedMeasure } from '#shared/domain/reports/measure.ts'

/** What is sold, paid, missed and lost. */
export const salesSums = {
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
  tax: {
    source: 'lines',
    label: 'TVA collectée',
    unit: 'money',
    formula:
      'TVA des lignes vendues, moins celle de ce qui est rapporté : la part de la ligne d’origine, au franc près quand tout revient',
    notFor: 'Une ligne sans groupe de taxe n’a pas de TVA ; la déclaration suit les factures normalisées.',
  },
  netTurnover: {
    source: 'lines',
    label: 'CA hors taxes',
    unit: 'money',
    formula: 'Chiffre d’affaires moins TVA collectée',
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

export const salesRatios = {
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
} as const satisfies Record<string, RatioMeasure<keyof typeof salesSums>>
