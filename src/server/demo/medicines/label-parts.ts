/** Abbreviations of forms that pharmacists use, with their meanings. */
const forms: Record<string, string> = {
  cp: 'comprimé',
  'cp pell.': 'comprimé pelliculé',
  'cp efferv.': 'comprimé effervescent',
  'cp disp.': 'comprimé dispersible',
  'cp orodisp.': 'comprimé orodispersible',
  'cp à croquer': 'comprimé à croquer',
  'cp gastrorés.': 'comprimé gastrorésistant',
  'cp LP': 'comprimé à libération prolongée',
  'cp subl.': 'comprimé sublingual',
  'cp vag.': 'comprimé vaginal',
  'gél.': 'gélule',
  'gél. LP': 'gélule à libération prolongée',
  'gél. gastrorés.': 'gélule gastrorésistante',
  'caps.': 'capsule molle',
  'caps. vag.': 'capsule vaginale',
  'past.': 'pastille',
  'sach.': 'poudre orale en sachet',
  'pdre sol. buv.': 'poudre pour solution buvable',
  'pdre susp. buv.': 'poudre pour suspension buvable',
  'gran. susp. buv.': 'granulés pour suspension buvable',
  'susp. buv.': 'suspension buvable',
  'susp. buv. sach.': 'suspension buvable en sachet',
  'sol. buv.': 'solution buvable',
  sirop: 'sirop',
  'gelée buv.': 'gelée orale',
  'suppo.': 'suppositoire',
  'gel rect.': 'gel rectal',
  'sol. rect.': 'solution rectale',
  ovule: 'ovule',
  'sol. vag.': 'solution vaginale',
  crème: 'crème',
  'pom.': 'pommade',
  'pom. sach.': 'pommade en sachet',
  gel: 'gel',
  'gel sach.': 'gel en sachet',
  'gel buccal': 'gel buccal',
  lotion: 'lotion',
  'émuls. cut.': 'émulsion pour application cutanée',
  'sol. cut.': 'solution pour application cutanée',
  'pdre cut.': 'poudre pour application cutanée',
  'bain de bouche': 'solution pour bain de bouche',
  'collut.': 'collutoire',
  'spray nas.': 'solution pour pulvérisation nasale',
  'sol. auric.': 'solution auriculaire',
  collyre: 'collyre',
  'pom. opht.': 'pommade ophtalmique',
  'gel opht.': 'gel ophtalmique',
  'sol. lav. opht.': 'solution pour lavage ophtalmique',
  'susp. inh.': 'suspension pour inhalation',
  'pdre inh.': 'poudre pour inhalation',
  'sol. nébul.': 'solution pour nébuliseur',
  'sol. inj.': 'solution injectable',
  'susp. inj.': 'suspension injectable',
  'pdre inj.': 'poudre pour solution injectable',
  implant: 'implant',
}

const containers: Record<string, string> = {
  B: 'Boîte',
  Fl: 'Flacon',
  T: 'Tube',
  Pot: 'Pot',
  Sach: 'Sachet',
  Pqt: 'Paquet',
}

const ending = /^(.+) (B|Fl|T|Pot|Sach|Pqt)\/(\d+(?:,\d+)?)(?: (ml|g|doses))?$/
const longestFirst = Object.keys(forms).toSorted((a, b) => b.length - a.length)

export type LabelParts = { form: string | null; packaging: { label: string; units: number } }

/**
 * Form and packaging, parsed from the label so that they always agree with it: « … cp pell. B/16 » is a box of 16
 * film-coated tablets, « … sirop Fl/150 ml » is one bottle. Parapharmacy has no form. Throws for a label without a
 * packaging.
 */
export function labelParts(label: string): LabelParts {
  const [, before = '', container = '', count = '', unit] = ending.exec(label) ?? []
  const packaging = containers[container]
  if (!packaging) throw new Error(`no packaging at the end of « ${label} »`)
  const abbreviation = longestFirst.find((form) => before.endsWith(` ${form}`))
  return {
    form: abbreviation ? (forms[abbreviation] ?? null) : null,
    packaging: { label: packaging, units: unit ? 1 : Number(count) },
  }
}
