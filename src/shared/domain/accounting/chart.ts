import { ohadaCountries } from '#shared/domain/countries/country-data.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'

/** What an account is for; the chart of a country gives its number and its official name. */
export type AccountRole =
  | `sales.${TaxGroup}`
  | 'sales'
  | 'discounts'
  | `vat.${TaxGroup}`
  | 'aib'
  | 'aib-suffered'
  | 'stamp-duty'
  | 'cash'
  | 'bank'
  | 'cards'
  | 'cheques'
  | 'mobile-money'
  | 'transfers'
  | 'insurers'
  | 'clients'
  | 'bad-debts'
  | 'gain'
  | 'loss'
  | 'unexplained'
  | 'suppliers'
  | 'goods-not-invoiced'
  | 'credits-awaited'
  | 'purchases'
  | 'purchase-vat'
  | 'stock'
  | 'stock-variation'
  | 'fees.6315'
  | 'fees.6317'
  | 'fees.6318'

/** `use`: what the pharmacy books there, where the official name does not say it. */
export type Account = { code: string; name: string; use?: string }
/** A role, or `reason.<id>`: the expenses of one disbursement reason. */
export type AccountKey = AccountRole | `reason.${string}`
/** Numbers that a pharmacy chose instead of those of its country, by role. */
export type OwnAccounts = Readonly<Record<string, string>>

const sold: Account = { code: '7011', name: 'Ventes de marchandises dans la Région' }
const charged: Account = { code: '4431', name: 'T.V.A. facturée sur ventes' }

function byGroup<Prefix extends 'sales' | 'vat'>(prefix: Prefix, account: Account) {
  return Object.fromEntries(
    taxGroups.map((group) => [`${prefix}.${group}`, { ...account, use: `groupe ${group}` }]),
  ) as Record<`${Prefix}.${TaxGroup}`, Account>
}

/** SYSCOHADA revised (2017), with its official names. */
const syscohada: Readonly<Record<AccountRole, Account>> = {
  ...byGroup('sales', sold),
  sales: { ...sold, use: 'lignes sans groupe de taxe' },
  discounts: { code: '7019', name: 'Rabais, remises, ristournes accordés (non ventilés)' },
  ...byGroup('vat', charged),
  aib: { code: '4478', name: 'Autres impôts et contributions', use: 'AIB collecté' },
  'aib-suffered': { code: '4492', name: 'État, avances et acomptes versés sur impôts', use: 'AIB supporté' },
  // Collected for the state: 6462 is the charge of who bears it (decision 0073).
  'stamp-duty': { code: '4428', name: 'Autres impôts et taxes', use: 'timbre de quittance' },
  cash: { code: '571', name: 'Caisse siège social' },
  bank: { code: '521', name: 'Banques locales', use: 'virements' },
  cards: { code: '521', name: 'Banques locales', use: 'cartes' },
  cheques: { code: '513', name: 'Chèques à encaisser' },
  'mobile-money': { code: '552', name: 'Monnaie électronique - téléphone portable' },
  transfers: { code: '585', name: 'Virements de fonds' },
  insurers: { code: '4111', name: 'Clients', use: 'assureurs et organismes' },
  clients: { code: '4111', name: 'Clients' },
  'bad-debts': { code: '6511', name: 'Clients', use: 'pertes sur créances' },
  gain: { code: '7588', name: 'Autres produits divers', use: 'excédents et arrondis' },
  loss: { code: '6588', name: 'Autres charges diverses', use: 'manquants et arrondis' },
  unexplained: { code: '4711', name: 'Débiteurs divers', use: 'à expliquer' },
  suppliers: { code: '4011', name: 'Fournisseurs' },
  'goods-not-invoiced': { code: '4081', name: 'Fournisseurs', use: 'factures non parvenues' },
  'credits-awaited': { code: '4098', name: 'Rabais, remises, ristournes et autres avoirs à obtenir' },
  purchases: { code: '6011', name: 'Achats de marchandises dans la Région' },
  'purchase-vat': { code: '4452', name: 'T.V.A. récupérable sur achats' },
  stock: { code: '311', name: 'Marchandises A' },
  'stock-variation': { code: '6031', name: 'Variations des stocks de marchandises' },
  'fees.6315': { code: '6315', name: 'Commissions sur cartes de crédit' },
  'fees.6317': { code: '6317', name: 'Frais sur instruments de monnaie électronique' },
  'fees.6318': { code: '6318', name: 'Autres frais bancaires' },
}

export const accountRoles = Object.keys(syscohada) as AccountRole[]

/**
 * The chart that a pharmacy of this country begins with. `isPrescribed` false: the country has another one, so that each
 * number is to be checked.
 */
export function chartOf(countryCode: string): { accounts: typeof syscohada; isPrescribed: boolean } {
  return { accounts: syscohada, isPrescribed: ohadaCountries.has(countryCode) }
}

/** A number of an account: digits, perhaps with letters of sub-accounts behind them. */
export const accountForm = /^\d{2,10}[A-Z0-9]{0,6}$/

/**
 * The account of a role: the pharmacy's own number with the name of the country's chart. A disbursement reason without a
 * number of its own stands in « à expliquer »: `isMissing`.
 */
export function accountOf(
  key: AccountKey,
  { accounts }: Pick<ReturnType<typeof chartOf>, 'accounts'>,
  own: OwnAccounts,
  reasonNames: ReadonlyMap<string, string>,
): { code: string; name: string; isMissing: boolean } {
  const code = own[key]
  if (isReason(key)) {
    const name = reasonNames.get(key.slice('reason.'.length)) ?? 'Décaissements'
    return code === undefined
      ? { ...accountOf('unexplained', { accounts }, own, reasonNames), isMissing: true }
      : { code, name, isMissing: false }
  }
  const { code: usual, name } = accounts[key]
  return { code: code ?? usual, name, isMissing: false }
}

function isReason(key: AccountKey): key is `reason.${string}` {
  return key.startsWith('reason.')
}
