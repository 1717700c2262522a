/**
 * « Plateau Lagune » for « Pharmacie Plateau Lagune », after « à ». A name that goes on with an article stays whole:
 * « Pharmacie de la Paix ».
 */
export function shortPharmacyName(name: string): string {
  return name.replace(/^pharmacie\s+(?!(?:de|du|des|la|le|les)\s|[dl]['’])(?=\S)/i, '')
}
