/** The category of the products of a drawer. */
export const drawerCategories: Readonly<Record<string, string>> = {
  A: 'Antipaludiques',
  B: 'Douleur et fièvre',
  C: 'Anti-infectieux',
  D: 'Digestion',
  E: 'Voies respiratoires et allergie',
  F: 'Cœur et métabolisme',
  G: 'Peau et parasites',
  H: 'Femme, vitamines et minéraux',
  J: 'Système nerveux et yeux',
  P: 'Parapharmacie et dispositifs',
}

/** Devices that the law exempts from value-added tax as it exempts medicines (dressings, syringes, gloves, nets …). */
const devices =
  /^(Coton|Compresses|Bande|Sparadrap|Pansements|Tulle|Seringue|Aiguilles|Perfuseur|Cathéter|Gants|Thermomètre|Préservatifs|Biberon|Moustiquaire|Ceinture)/

/** The regulatory section of a product (`countries.sections`). */
export function sectionOf(label: string, atc: string | null): 'medicament' | 'dispositif' | 'parapharmacie' {
  if (atc !== null) return 'medicament'
  return devices.test(label) ? 'dispositif' : 'parapharmacie'
}

const unitsOfForms = [
  'comprimé',
  'gélule',
  'capsule',
  'pastille',
  'suppositoire',
  'ovule',
  'sachet',
  'implant',
] as const

/** In what a product is taken or counted: a tablet, a bottle … */
export function unitOf(form: string | null, packaging: string): string {
  const unit = unitsOfForms.find((one) => form?.includes(one))
  if (unit) return unit
  if (form?.includes('injectable')) return 'flacon ou ampoule'
  return packaging === 'Boîte' || packaging === 'Paquet' ? 'pièce' : packaging.toLowerCase()
}
