/**
 * French names for the facts of the national sources, in display order. Unknown facts of a newer source come last,
 * under their own name.
 */
const names: Record<string, string> = {
  cis: 'CIS',
  cip13: 'CIP13',
  cip7: 'CIP7',
  ean13: 'EAN13',
  presentation: 'Présentation',
  presentationStatus: 'Statut',
  marketingState: 'Marché',
  marketedSince: 'Depuis le',
  availability: 'Disponibilité',
  routes: 'Voie',
  conditions: 'Prescription',
  specialityStatus: 'Autorisation',
  specialityMarketing: 'Spécialité',
  procedure: 'Procédure',
  holders: 'Titulaire',
  reinforcedSurveillance: 'Surveillance renforcée',
  genericGroupLabel: 'Groupe générique',
  genericGroup: 'N° du groupe',
  genericType: 'Place au groupe',
  reimbursementRate: 'Remboursement',
  reimbursedFor: 'Remboursé pour',
}
const order = Object.keys(names)
/** French names for the types in the national directory of generics. */
const genericTypes: Record<string, string> = {
  '0': 'princeps',
  '1': 'générique',
  '2': 'complémentarité posologique',
  '4': 'substituable',
}

export function nationalFacts(facts: Readonly<Record<string, string>>): (readonly [string, string])[] {
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return Object.entries(facts)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([key, value]) => [names[key] ?? key, key === 'genericType' ? (genericTypes[value] ?? value) : value])
}
