/**
 * `packaging`: what is sold (« Boîte »). `units`: the number of units in it that can be sold singly, 1 when the text
 * does not say it clearly. `short`: the end of a label.
 */
export type Presentation = { packaging: string; units: number; short: string }

const DOSES = 'comprimé|gélule|capsule|suppositoire|ovule|pastille|gomme|lyophilisat|emplâtre|patch|compresse|implant'
const VESSELS = 'ampoule|flacon|sachet|seringue|récipient|tube|poche|stylo|cartouche|bouteille|pot|film|inhalateur'
/** « plaquette(s) PVC de 30 comprimé(s) », « 3 plaquettes de 21 comprimés » */
const BY_DOSES = new RegExp(String.raw`^(?:(\d+) )?(\p{L}+)\b.*? de (\d+) (${DOSES})(?:\(s\)|s)?(?!\p{L})`, 'iu')
/** « 10 ampoule(s) en verre de 5 ml », « 1 tube(s) de 30 g », « flacon(s) de 120 dose(s) » */
const BY_VESSELS = new RegExp(String.raw`^(?:(\d+) )?(${VESSELS})(?:\(s\)|s)?(?!\p{L})(.*)$`, 'iu')
const CONTENT = /(?<=^| )de (\d+(?:,\d+)?) (ml|l|g|mg|kg|ui|dose(?:\(s\)|s)?)(?![\p{L}/])/iu
/** « 20 comprimés conditionnés en 4 plaquettes de 5 comprimés »: the total comes first */
const TOTAL_FIRST = new RegExp(String.raw`^(\d+) (${DOSES})(?:\(s\)|s)?(?!\p{L})`, 'iu')
/** Text that does not describe the box: how a batch was imported or withdrawn, and accessories. */
const ASIDE = /\s*\(\s*(?:distributeur parallèle|abrogée)[^)]*\)|(?: avec)? (?:fermeture de )?sécurité enfant\b/giu
const ACCESSORY = / avec | \+ (?:1 )?(?:inhalateur|dispositif|applicateur)/u
const COMPOUND = / [-+] | et (?:de )?\d|\bde \d+ x \d/u
const LONGEST_SHORT = 80

/** Parses a presentation of the official files: « plaquette(s) PVC-Aluminium de 30 comprimé(s) » is a box of 30. */
export function parsePresentation(text: string): Presentation {
  const plain = text.replace(ASIDE, '').trim()
  const main = plain.split(ACCESSORY)[0] ?? plain
  // two contents in one box (powder and solvent, white and green tablets): their sum would be meaningless
  const read = COMPOUND.test(main) ? null : (byDoses(main) ?? byVessels(main))
  return read ?? { packaging: 'Boîte', units: 1, short: shorten(plain) }
}

function byDoses(text: string): Presentation | null {
  const total = TOTAL_FIRST.exec(text)
  if (total)
    return presentationOf(
      'boîte',
      ` de ${total[1]} ${plural((total[2] ?? '').toLowerCase(), Number(total[1]))}`,
      Number(total[1]),
    )
  const match = BY_DOSES.exec(text)
  if (!match) return null
  const [, count, vessel = '', each, dose = ''] = match
  const units = Number(count ?? 1) * Number(each)
  if (!isPlausible(units)) return null
  const isBottle = /^(?:flacon|pilulier|tube|pot)s?$/iu.test(vessel) && Number(count ?? 1) === 1
  return presentationOf(
    isBottle ? singular(vessel) : 'boîte',
    ` de ${units} ${plural(dose.toLowerCase(), units)}`,
    units,
  )
}

function byVessels(text: string): Presentation | null {
  const match = BY_VESSELS.exec(text)
  if (!match) return null
  const [, count, vessel = '', rest = ''] = match
  const units = Number(count ?? 1)
  if (!isPlausible(units)) return null
  const content = CONTENT.exec(rest)
  const each = content ? ` de ${content[1]} ${unit(content[2] ?? '')}` : ''
  const name = vesselName(vessel, rest)
  return units === 1
    ? presentationOf(name, each, units)
    : presentationOf('boîte', ` de ${units} ${plural(name, units)}${each}`, units)
}

function presentationOf(packaging: string, content: string, units: number): Presentation {
  return { packaging: packaging.charAt(0).toUpperCase() + packaging.slice(1), units, short: `${packaging}${content}` }
}

function vesselName(vessel: string, rest: string): string {
  const name = vessel.toLowerCase()
  if (name === 'récipient') return rest.includes('unidose') ? 'unidose' : 'récipient'
  return name
}

function unit(text: string): string {
  const lower = text.toLowerCase()
  if (lower.startsWith('dose')) return 'doses'
  if (lower === 'ui') return 'UI'
  return lower === 'l' ? 'L' : lower
}

function isPlausible(units: number): boolean {
  return Number.isSafeInteger(units) && units > 0 && units <= 10_000
}

function singular(word: string): string {
  return word.toLowerCase().replace(/s$/, '')
}

function plural(word: string, count: number): string {
  if (count === 1) return word
  return word.endsWith('s') ? word : `${word}s`
}

function shorten(text: string): string {
  const readable = text.replaceAll(/\((s|e|aux)\)/g, '')
  return readable.length <= LONGEST_SHORT ? readable : `${readable.slice(0, LONGEST_SHORT - 1).trimEnd()}…`
}
