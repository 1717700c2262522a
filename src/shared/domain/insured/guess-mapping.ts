import { guessColumns } from '#shared/domain/files/column-mapping.ts'
import { insuredFields, type InsuredField, type InsuredMapping } from '#shared/domain/insured/insured-fields.ts'

/**
 * Usual column headers of insurers and employers, folded and without punctuation. The first matching pattern wins, so
 * narrow patterns precede wide ones.
 */
const patterns: readonly (readonly [RegExp, InsuredField])[] = [
  [
    /^(?:n|no|nr|num|numero|matricule|code|police|id)\b.*\b(?:assure principal|principal|adherent principal|titulaire|souscripteur|chef de famille)\b|^(?:assure principal|principal|titulaire|adherent principal|chef de famille|souscripteur|policy ?holder|principal member|holder(?: number| id| no)?|main member(?: number| id| no)?)$/,
    'holderNumber',
  ],
  [
    /^(?:nom|noms) (?:et |& )?(?:prenoms?|pre)\b|^(?:prenoms?) (?:et )?noms?\b|^(?:full ?name|name|nom complet|identite|beneficiaire|nom du beneficiaire|nom de l assure|member name|insured name|assure|assures|membre|nom prenom)$/,
    'fullName',
  ],
  [/\b(?:naissance|naiss|ne le|nee le|ne e le|nee? e?|birth ?date|date of birth|birthday|dob|ddn|born)\b/, 'birthDate'],
  [/^(?:sexe?|genre|gender|civilite|sx)\b/, 'sex'],
  [/\b(?:tel|telephone|phone|mobile|portable|gsm|cell(?:ulaire)?|contact|whatsapp)\b/, 'phone'],
  [
    /\b(?:taux|couverture|prise en charge|pec|coverage|cover|rate|remboursement|pourcentage|percent(?:age)?)\b/,
    'coverage',
  ],
  [
    /\b(?:lien|qualite|parente|relationship|relation|statut|type (?:d )?(?:assure|beneficiaire|adherent)|rang|member type)\b/,
    'relationship',
  ],
  [
    /\b(?:effet|debut|entree|adhesion|valid from|start(?: date)?|effective(?: date)?|from|affiliation|souscription|du)\b/,
    'validFrom',
  ],
  [
    /\b(?:echeance|expiration|fin|sortie|valid (?:until|to|thru)|end(?: date)?|expiry(?: date)?|expires?|until|validite|resiliation|au)\b/,
    'validUntil',
  ],
  [/\b(?:plafond|ceiling|limite?|cap|maximum|montant max\w*)\b/, 'monthlyCeiling'],
  [/^(?:prenoms?|first ?names?|given ?names?|forenames?|prenom s)\b/, 'firstName'],
  [/^(?:noms?|last ?names?|sur ?names?|family ?names?|nom de famille|nom patronymique)\b/, 'lastName'],
  [
    /\b(?:matricule|police|policy|adherent|immatriculation|carte|card|member(?:ship)?|affilie|identifiant|assure|insured|registration)\b|^(?:n|no|num|numero|number|id|code|reference|ref)$/,
    'number',
  ],
]

/** The mapping of fields to headers, guessed from the headers; a field takes the first matching column. */
export function guessMapping(headers: readonly string[]): InsuredMapping {
  const found = new Map(Object.entries(guessColumns(headers, patterns)) as [InsuredField, string][])
  // With separate name columns, a column that looked like the full name is something else.
  if (found.has('lastName') && found.has('firstName')) found.delete('fullName')
  // A single « Nom » column without first names contains the full name.
  const [only] = found.has('firstName') ? [] : [found.get('lastName')]
  if (only !== undefined && !found.has('fullName')) {
    found.delete('lastName')
    found.set('fullName', only)
  }
  return Object.fromEntries(insuredFields.flatMap((field) => (found.has(field) ? [[field, found.get(field)!]] : [])))
}
