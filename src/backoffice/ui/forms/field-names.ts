/**
 * The names of fields in sentences, with their article, by the end of their path in the body, indexes left out:
 * `services.label` before `label`. A field whose label on screen says another word has its own entry.
 */
const fieldNames: Readonly<Record<string, string>> = {
  address: 'l’adresse',
  amount: 'le montant',
  beneficiaryId: 'le bénéficiaire',
  bl: 'le numéro du BL',
  boxes: 'le nombre de boîtes',
  cashRoundingStep: 'l’arrondi des espèces',
  change: 'la quantité comptée',
  city: 'la ville',
  code: 'le code',
  coefficient: 'le coefficient',
  companyId: 'le payeur',
  'company.id': 'l’assureur',
  'company.name': 'le nom de l’assureur',
  'contract.label': 'le nom du contrat',
  contractId: 'le contrat',
  copies: 'le nombre d’exemplaires',
  countryCode: 'le pays',
  coverage: 'le taux',
  'currency.code': 'la monnaie',
  'currency.symbol': 'le symbole de la monnaie',
  day: 'la date',
  defaultCoverage: 'le taux',
  denominations: 'les billets et les pièces',
  destroyedOn: 'la date',
  domainId: 'le groupe',
  dueOn: 'l’échéance',
  email: 'l’adresse e-mail',
  establishment: 'l’établissement',
  firstName: 'le prénom',
  from: 'la date de début',
  host: 'l’adresse de l’imprimante',
  innId: 'la DCI',
  label: 'le nom',
  lastName: 'le nom',
  'lines.label': 'le produit ou l’objet',
  locale: 'la langue et le pays',
  lot: 'le numéro de lot',
  method: 'la méthode',
  name: 'le nom',
  note: 'la conclusion',
  foreclosureDays: 'le délai de forclusion',
  number: 'le numéro',
  owner: 'l’organisme',
  ownerEmail: 'l’adresse e-mail du titulaire',
  ownerFirstName: 'le prénom du titulaire',
  ownerLastName: 'le nom du titulaire',
  'packaging.label': 'le conditionnement',
  paidOn: 'la date',
  paymentDays: 'le délai de paiement',
  paymentDelayDays: 'le délai de paiement',
  pharmacyId: 'la pharmacie',
  pharmacyProductId: 'le produit',
  phone: 'le téléphone',
  pointOfSale: 'le point de vente',
  'policy.number': 'le numéro de police',
  prescriber: 'le prescripteur',
  price: 'le prix',
  'printers.name': 'le nom de l’imprimante',
  productId: 'le produit',
  promisedOn: 'la date',
  purchasePrice: 'le prix d’achat',
  quantity: 'la quantité',
  reason: 'le motif',
  receivedOn: 'la date de réception',
  reference: 'le numéro',
  relativeId: 'le proche',
  returned: 'le nombre de boîtes',
  roleIds: 'un rôle',
  roundingStep: 'l’arrondi',
  salePrice: 'le prix public',
  'sections.label': 'le nom de la section',
  'services.label': 'le nom de la prestation',
  'services.price': 'le prix de la prestation',
  soldAt: 'la date et l’heure',
  subject: 'l’objet',
  supplierId: 'le fournisseur',
  text: 'le texte',
  timeZone: 'le fuseau horaire',
  to: 'la date de fin',
  total: 'le total',
  units: 'le nombre d’unités',
  vat: 'le taux de TVA',
  witness: 'le témoin',
}

function nameOf(path: string): string | undefined {
  const keys = path.split('.').filter((key) => !/^\d+$/.test(key))
  return keys.map((_, at) => fieldNames[keys.slice(at).join('.')]).find((name) => name !== undefined)
}

/** « Indiquez le nom. »: a field that must not stay empty. `otherwise`: for a field without a name here. */
export function toFill(path: string, otherwise = 'Indiquez cette information.'): string {
  const name = nameOf(path)
  return name ? `Indiquez ${name}.` : otherwise
}

/** « Choisissez le fournisseur. »: a field that has its value from a list. */
export function toChoose(path: string): string {
  return `Choisissez ${nameOf(path) ?? 'dans la liste'}.`
}
