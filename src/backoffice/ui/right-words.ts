import type { Permission } from '#shared/domain/permissions.ts'

/** French name of each permission. */
export const rightWords: Record<Permission, string> = {
  'sale.sell': 'Vendre',
  'sale.discount': 'Accorder une remise',
  'sale.price': 'Changer un prix à la vente',
  'sale.cancel': 'Annuler, modifier, reprendre une vente',
  'sale.date': 'Corriger la date d’une vente',
  'sale.expired': 'Vendre un lot expiré',
  'sale.listed': 'Délivrer sans ordonnance, compléter l’ordonnancier',
  'sale.takeover': 'Reprendre la vente d’un collègue',
  'sale.regularise': 'Régulariser une vente refusée',
  'register.use': 'Utiliser une caisse',
  'register.seeExpected': 'Voir le montant attendu de la caisse',
  'register.close': 'Clôturer une caisse',
  'register.reopen': 'Rouvrir une caisse',
  'register.exceed': 'Sortir plus que la caisse ne contient',
  'disbursement.create': 'Faire un décaissement',
  'client.edit': 'Modifier les clients',
  'client.credit': 'Fixer le crédit d’un client',
  'contract.edit': 'Modifier assureurs et contrats',
  'bill.manage': 'Gérer les factures',
  'bill.writeOff': 'Abandonner une créance',
  'product.edit': 'Modifier les produits',
  'price.edit': 'Modifier les prix',
  'stock.adjust': 'Corriger le stock',
  'stock.see-cost': 'Voir les prix d’achat',
  'inventory.count': 'Compter un inventaire',
  'inventory.close': 'Clôturer un inventaire',
  'delivery.manage': 'Gérer les livraisons',
  'order.manage': 'Gérer les commandes',
  'statement.manage': 'Gérer les relevés',
  'fiscal.manage': 'Décider des factures normalisées à vérifier',
  'report.see': 'Voir les rapports et l’ordonnancier',
  'audit.see': 'Voir le journal des actions',
  'data.export': 'Exporter les listes en fichiers',
  'user.manage': 'Gérer les utilisateurs',
  'role.manage': 'Gérer les rôles',
  'settings.edit': 'Modifier les paramètres',
  'referential.edit': 'Modifier le référentiel',
  'platform.manage': 'Gérer les pharmacies de la plateforme',
}

/** The rights by the work that they belong to, in the order of a role’s form. */
export const rightGroups: readonly { title: string; rights: readonly Permission[] }[] = [
  {
    title: 'Comptoir',
    rights: [
      'sale.sell',
      'sale.discount',
      'sale.price',
      'sale.cancel',
      'sale.date',
      'sale.expired',
      'sale.listed',
      'sale.takeover',
      'sale.regularise',
    ],
  },
  {
    title: 'Caisse',
    rights: [
      'register.use',
      'register.close',
      'register.seeExpected',
      'register.reopen',
      'register.exceed',
      'disbursement.create',
      'fiscal.manage',
    ],
  },
  {
    title: 'Clients et assurances',
    rights: ['client.edit', 'client.credit', 'contract.edit', 'bill.manage', 'bill.writeOff'],
  },
  {
    title: 'Produits et stock',
    rights: ['product.edit', 'price.edit', 'stock.adjust', 'stock.see-cost', 'inventory.count', 'inventory.close'],
  },
  { title: 'Achats', rights: ['delivery.manage', 'order.manage', 'statement.manage'] },
  { title: 'Pilotage', rights: ['report.see', 'audit.see', 'data.export'] },
  { title: 'Réglages', rights: ['user.manage', 'role.manage', 'settings.edit'] },
]

/** The name of a right that an answer names; one of a newer server is shown as it is. */
export function rightText(permission: string): string {
  return new Map<string, string>(Object.entries(rightWords)).get(permission) ?? permission
}
