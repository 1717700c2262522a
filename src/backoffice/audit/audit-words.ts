import type { AuditEntry } from '#shared/contract/audit.ts'
import type { AuditedThing } from '#shared/domain/audited-things.ts'
import { roleLabel } from '#shared/domain/permissions.ts'

/** The records of the audit, as a pharmacist says. */
export const thingWords: Record<AuditedThing, string> = {
  assistant_tokens: 'Assistant',
  banks: 'Banque',
  bills: 'Facture',
  money_statements: 'Relevé d’opérateur ou de banque',
  bill_payments: 'Paiement d’un payeur',
  bill_rules: 'Règles de facturation',
  cash_registers: 'Caisse',
  companies: 'Assureur',
  contract_policies: 'Police',
  contracts: 'Contrat',
  deliveries: 'Livraison',
  destructions: 'Destruction',
  disbursement_reasons: 'Motif',
  dues: 'Promis',
  expiry_tasks: 'Action sur un lot',
  fiscal_documents: 'Facture normalisée',
  inventories: 'Inventaire',
  organizations: 'Organisme',
  own_reports: 'Rapport',
  persons: 'Client',
  pharmacies: 'Pharmacie',
  pharmacy_products: 'Produit',
  product_health_insurances: 'Ligne du régime',
  product_views: 'Vue de liste',
  recalls: 'Rappel de lot',
  roles: 'Rôle',
  stock_items: 'Lot',
  storages: 'Rangement',
  bill_statements: 'Relevé fournisseur',
  orders: 'Commande',
  supplier_payments: 'Paiement fournisseur',
  wholesaler_claims: 'Réclamation',
  supplier_returns: 'Retour fournisseur',
  suppliers: 'Fournisseur',
  tags: 'Étiquette',
  users: 'Utilisateur',
}

const partWords: Record<string, string> = {
  assistant_calls: 'question posée',
  bill_follow_ups: 'suivi',
  bill_lines: 'ligne',
  bill_payment_lines: 'ligne du décompte',
  bill_payment_returns: 'somme rendue',
  bill_settlements: 'suite d’un bon',
  bill_statement_lines: 'ligne',
  contract_products: 'produit du contrat',
  invitations: 'invitation',
  pharmacy_product_codes: 'code',
  pharmacy_product_tags: 'étiquette',
  money_statement_lines: 'ligne',
  order_lines: 'ligne',
  person_distinct_pairs: 'faux doublon',
  relationships: 'proche',
  report_schedules: 'envoi par e-mail',
  supplier_return_credits: 'avoir',
  user_roles: 'rôle',
  wholesaler_claim_credits: 'avoir',
  wholesaler_claim_lines: 'ligne',
}

const actionWords = { insert: 'Création', update: 'Modification', delete: 'Suppression' } as const
const partActionWords = { insert: 'Ajout', update: 'Modification', delete: 'Retrait' } as const

/** « Modification », « Ajout : rôle » */
export function actionText({ action, part, thing }: Pick<AuditEntry, 'action' | 'part' | 'thing'>): string {
  return part === thing ? actionWords[action] : `${partActionWords[action]}\u00a0: ${partWords[part] ?? part}`
}

/** What a record is called today. */
export function nameOf({ thing, recordName }: Pick<AuditEntry, 'thing' | 'recordName'>): string | null {
  return thing === 'roles' && recordName !== null ? roleLabel(recordName) : recordName
}
