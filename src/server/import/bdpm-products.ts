import type { BdpmFiles, BdpmName, Row } from '#server/import/bdpm-files.ts'
import { BDPM_FILES } from '#server/import/bdpm-files.ts'
import { innsOf, type ProductInn } from '#server/import/bdpm-inns.ts'
import { parsePresentation } from '#server/import/parse-presentation.ts'
import { parsePrice } from '#server/import/parse-price.ts'
import type { SetAside } from '#server/import/set-aside.ts'
import { stableId } from '#server/base/stable-id.ts'

export type PrescriptionList = 'none' | 'list-1' | 'list-2' | 'narcotic'

/** One presentation of the French database, in the form of the referential. */
export type ImportedProduct = {
  id: string
  cip13: string
  cip7: string
  label: string
  form: string | null
  brand: string | null
  atc: string | null
  prescriptionList: PrescriptionList
  /** Public price in euro cents. */
  price: number | null
  /** Source fields that no rule uses: texts by name, without the empty ones. */
  national: Record<string, string>
  inns: ProductInn[]
  packaging: { label: string; units: number }
  isMarketed: boolean
  isForHospitals: boolean
}

/** Longest label that the contract allows. */
const LONGEST_LABEL = 200
const HOSPITAL_ONLY = new Set(["réservé à l'usage HOSPITALIER", 'prescription hospitalière'])

/** Joins the files into products. Rows without a match are set aside. */
export function joinProducts(files: BdpmFiles, setAside: SetAside): ImportedProduct[] {
  const specialities = new Map(files.specialities.map((speciality) => [speciality.cis, speciality]))
  const known = <Name extends BdpmName>(name: Name, what: string): Row<Name>[] =>
    files[name].filter((row) => {
      if (specialities.has(row.cis)) return true
      setAside.row(BDPM_FILES[name].file, row.line, `${what} d’une spécialité inconnue`)
      return false
    })
  const context = {
    specialities,
    components: byCis(known('components', 'composant')),
    conditions: byCis(known('conditions', 'condition de prescription')),
    generics: byCis(known('generics', 'générique')),
    atcLinks: byCis(known('atcLinks', 'lien ATC')),
    availabilities: byCis(known('availabilities', 'disponibilité')),
    setAside,
  }
  const seen = new Set<string>()
  return known('presentations', 'présentation').flatMap((presentation) => {
    if (seen.has(presentation.cip13)) {
      setAside.row(BDPM_FILES.presentations.file, presentation.line, 'code CIP13 déjà vu plus haut')
      return []
    }
    seen.add(presentation.cip13)
    return [productOf(presentation, context)]
  })
}

type Context = {
  specialities: Map<string, Row<'specialities'>>
  components: Map<string, Row<'components'>[]>
  conditions: Map<string, Row<'conditions'>[]>
  generics: Map<string, Row<'generics'>[]>
  atcLinks: Map<string, Row<'atcLinks'>[]>
  availabilities: Map<string, Row<'availabilities'>[]>
  setAside: SetAside
}

function productOf(row: Row<'presentations'>, context: Context): ImportedProduct {
  const speciality = context.specialities.get(row.cis)
  if (!speciality) throw new Error(`unknown speciality ${row.cis}: it should have been set aside`)
  const presentation = parsePresentation(row.presentation)
  const conditions = (context.conditions.get(row.cis) ?? []).map(({ condition }) => condition)
  return {
    id: stableId('bdpm', row.cip13),
    cip13: row.cip13,
    cip7: row.cip7,
    label: labelOf(speciality.label, presentation.short),
    form: speciality.form || null,
    brand: holdersOf(speciality)[0] ?? null,
    atc: context.atcLinks.get(row.cis)?.[0]?.atc || null,
    prescriptionList: prescriptionListOf(conditions),
    price: priceOf(row, context.setAside),
    national: nationalOf(row, speciality, context),
    inns: innsOf(context.components.get(row.cis) ?? []),
    packaging: { label: presentation.packaging, units: presentation.units },
    isMarketed:
      speciality.marketing === 'Commercialisée' &&
      row.marketing === 'Déclaration de commercialisation' &&
      row.status === 'Présentation active',
    isForHospitals: conditions.some((condition) => HOSPITAL_ONLY.has(condition)),
  }
}

/** The presentation is never shortened: it distinguishes two boxes of one speciality. */
function labelOf(speciality: string, short: string): string {
  const room = LONGEST_LABEL - short.length - 2
  return `${speciality.length <= room ? speciality : `${speciality.slice(0, room - 1).trimEnd()}…`}, ${short}`
}

function holdersOf(speciality: Row<'specialities'>): string[] {
  return speciality.holders
    .split(';')
    .map((holder) => holder.trim())
    .filter((holder) => holder !== '')
}

/** The strictest prescription list that the conditions mention. */
function prescriptionListOf(conditions: readonly string[]): PrescriptionList {
  const names = new Set(conditions.map((condition) => condition.toLowerCase()))
  if (names.has('stupéfiants') || names.has('stupéfiant')) return 'narcotic'
  if (names.has('liste i')) return 'list-1'
  return names.has('liste ii') ? 'list-2' : 'none'
}

function priceOf(row: Row<'presentations'>, setAside: SetAside): number | null {
  if (row.price === '') return null
  const price = parsePrice(row.price)
  if (price === null) setAside.value(BDPM_FILES.presentations.file, row.line, 'prix illisible')
  return price
}

function nationalOf(
  row: Row<'presentations'>,
  speciality: Row<'specialities'>,
  context: Context,
): Record<string, string> {
  const generic = context.generics.get(row.cis)?.[0]
  const national = {
    cis: row.cis,
    cip7: row.cip7,
    presentation: row.presentation,
    presentationStatus: row.status,
    marketingState: row.marketing,
    marketedSince: row.date,
    specialityStatus: speciality.status,
    specialityMarketing: speciality.marketing,
    procedure: speciality.procedure,
    routes: speciality.routes.split(';').join(', '),
    holders: holdersOf(speciality).join(', '),
    reimbursementRate: row.rate.replace(/\s*%/, ' %'),
    reinforcedSurveillance: speciality.surveillance === 'Oui' ? 'oui' : '',
    genericGroup: generic?.group ?? '',
    genericGroupLabel: generic?.label ?? '',
    genericType: generic?.type ?? '',
    conditions: (context.conditions.get(row.cis) ?? []).map(({ condition }) => condition).join(' ; '),
    availability: availabilityOf(row, context.availabilities.get(row.cis) ?? []),
    reimbursedFor: plainText(row.indications),
  }
  return Object.fromEntries(Object.entries(national).filter(([, value]) => value !== ''))
}

/** An alert refers to one presentation or, with an empty code, to all presentations of the speciality. */
function availabilityOf(row: Row<'presentations'>, alerts: readonly Row<'availabilities'>[]): string {
  const alert = alerts.find((one) => one.cip13 === row.cip13) ?? alerts.find((one) => one.cip13 === '')
  return alert ? `${alert.label}${alert.start ? ` (depuis le ${alert.start})` : ''}` : ''
}

/** The only HTML tag in the files is `<br>`; `¿` replaces a lost apostrophe. */
function plainText(html: string): string {
  return html
    .replaceAll(/\s*(?:<br\s*\/?>\s*)+/gi, ' ')
    .replaceAll(/(?<=\p{L})¿(?=\p{L})/gu, '’')
    .trim()
}

function byCis<R extends { cis: string }>(rows: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(row.cis)
    if (group) group.push(row)
    else groups.set(row.cis, [row])
  }
  return groups
}
