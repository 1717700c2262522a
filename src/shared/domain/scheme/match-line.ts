import { compareTexts } from '#shared/domain/compare-texts.ts'
import { dosagesOf, sameDosages, type Dosage } from '#shared/domain/scheme/dosages.ts'
import { formOf, type DosageForm } from '#shared/domain/scheme/forms.ts'
import { audience, nameIn } from '#shared/domain/scheme/read-label.ts'
import { stemOf, substanceKey, substanceStems, substanceWords } from '#shared/domain/scheme/substances.ts'
import { fold } from '#shared/domain/search/fold.ts'

/** A line of the national scheme's list, as published by its administration. */
export type SchemeLine = { label: string; inn: string | null; dosage: string | null; form: string | null }
export type MatchedProduct = {
  id: string
  label: string
  inns: readonly { name: string; dosage: string | null }[]
  form: string | null
  isSold: boolean
}
export type Candidate = { id: string; sameDosage: boolean; sameForm: boolean; isSold: boolean }
/** `certain`: exactly one product has the same substances, dosage and form. */
export type LineMatch = { candidates: Candidate[]; certain: boolean }

type ReadProduct = {
  product: MatchedProduct
  stems: ReadonlySet<string>
  key: string
  nameStems: ReadonlySet<string>
  brand: string
  substances: number
  dosages: readonly (readonly Dosage[])[]
  form: DosageForm | null
}
/** Lookup tables of the products, for matching many lines. */
export type ProductIndex = {
  byStem: ReadonlyMap<string, readonly ReadProduct[]>
  byBrand: ReadonlyMap<string, readonly ReadProduct[]>
  stems: readonly string[]
}

/** Substances of three letters; other words of that length after a name are abbreviations of laboratories. */
const shortSubstances: ReadonlySet<string> = new Set(['fer', 'or'])

/** « GEL TUBE 50G », « CREME 30 G »: the size of the package, not a strength. */
const sizeOfTube = /\b(?:tube|tb|gel|creme|crème|pom|pommade|pot|fl|flacon)\s*\d+\s*g\b/giu

/** Builds the lookup tables. */
export function indexProducts(products: readonly MatchedProduct[]): ProductIndex {
  const byStem = new Map<string, ReadProduct[]>()
  const byBrand = new Map<string, ReadProduct[]>()
  for (const product of products) {
    const read = readProduct(product)
    for (const stem of read.stems) into(byStem, stem, read)
    if (read.brand !== '') into(byBrand, read.brand, read)
  }
  return { byStem, byBrand, stems: [...byStem.keys()].toSorted(compareTexts) }
}

/**
 * Products that a line may cover, best first: same dosage, then same form, then sold here, then the label with the most
 * words of the line. All have the same substances; empty when the substances are ambiguous.
 */
export function matchLine(line: SchemeLine, index: ProductIndex): LineMatch {
  const dosages = dosagesOf(line.dosage ?? line.label.replaceAll(sizeOfTube, ' '))
  const form = formOf(line.form ?? '') ?? formOf(line.label)
  const said = wordsIn(fold(line.label))
  const ranked = productsOf(line, dosages, index)
    .map((read) => ({ read, folded: fold(read.product.label), candidate: candidateOf(read, dosages, form) }))
    .map((one) => ({ ...one, alike: said.filter((word) => one.folded.includes(word)).length }))
    .toSorted(
      (a, b) =>
        Number(b.candidate.sameDosage) - Number(a.candidate.sameDosage) ||
        Number(b.candidate.sameForm) - Number(a.candidate.sameForm) ||
        Number(b.candidate.isSold) - Number(a.candidate.isSold) ||
        b.alike - a.alike ||
        compareTexts(a.folded, b.folded) ||
        compareTexts(a.candidate.id, b.candidate.id),
    )
  const candidates = ranked.map(({ candidate }) => candidate)
  return {
    candidates,
    certain: candidates.filter((candidate) => candidate.sameDosage && candidate.sameForm).length === 1,
  }
}

function candidateOf(
  { product, ...read }: ReadProduct,
  dosages: readonly Dosage[],
  form: DosageForm | null,
): Candidate {
  return {
    id: product.id,
    sameDosage: read.dosages.some((own) => sameDosages(own, dosages)),
    sameForm: form !== null && read.form === form,
    isSold: product.isSold,
  }
}

/** Folded words, at least one of which occurs in the substances or label of every product that the line can mean. */
export function searchedWords({ label, inn }: Pick<SchemeLine, 'label' | 'inn'>): string[] {
  return substanceWords(inn ?? nameIn(label)).filter((word) => !audience.has(word))
}

function productsOf(line: SchemeLine, dosages: readonly Dosage[], index: ProductIndex): ReadProduct[] {
  if (line.inn !== null) return ofOneSet(exactly(substanceStems([line.inn]), index))
  const name = nameIn(line.label)
  const stems = substanceStems([name])
  const ownStems = stems.filter((stem) => !isMark(stem))
  // Two strengths mean two substances, even if the label abbreviates the second: « PARACETAMOL COD 500/30MG ».
  const enough = (read: ReadProduct): boolean => read.substances >= dosages.length
  const cut = hasShortPart(name)
  const ways = [
    () => (cut ? [] : exactly(ownStems, index)),
    () => index.byBrand.get(brandOf(name)) ?? [],
    () => (cut ? [] : widest(ownStems, index)),
    () => abbreviated(stems, index),
    () => (cut ? [] : abbreviated(ownStems, index)),
  ]
  for (const way of ways) {
    const found = ofOneSet(way().filter(enough))
    if (found.length > 0) return found
  }
  return []
}

/** « ENALAPRIL/LER », « HCT/LOSARTAN »: one of several substances is abbreviated to three letters; « /ENF » is none. */
function hasShortPart(name: string): boolean {
  const firstWords = name
    .split(/[/+]/)
    .flatMap((part) => substanceWords(part).find((word) => !audience.has(word)) ?? [])
  return firstWords.length > 1 && firstWords.some(isMark)
}

function exactly(stems: readonly string[], { byStem }: ProductIndex): ReadProduct[] {
  const [first = ''] = stems
  const key = substanceKey(stems)
  return (byStem.get(first) ?? []).filter((read) => read.key === key)
}

/** All substances are named, and every other word occurs in the product's own name: « AMOXICILLINE BIOGARAN ». */
function widest(stems: readonly string[], { byStem }: ProductIndex): ReadProduct[] {
  const named = new Set(stems)
  const answering = [...new Set(stems.flatMap((stem) => byStem.get(stem) ?? []))].filter(
    (read) =>
      [...read.stems].every((stem) => named.has(stem)) &&
      stems.every((stem) => read.stems.has(stem) || read.nameStems.has(stem)),
  )
  return answering
}

/** « AMOX/AC CLAV »: each word is a prefix of one substance of the product. */
function abbreviated(stems: readonly string[], { byStem, stems: all }: ProductIndex): ReadProduct[] {
  const [first] = stems
  if (first === undefined || stems.some((stem) => stem.length < 3)) return []
  const openings = all.filter((stem) => stem.startsWith(first)).flatMap((stem) => byStem.get(stem) ?? [])
  return [...new Set(openings)].filter((read) => {
    const begun = stems.map((stem) => [...read.stems].filter((own) => own.startsWith(stem)))
    return begun.every((own) => own.length === 1) && new Set(begun.flat()).size === read.stems.size
  })
}

/** Empty when the products have different sets of substances. */
function ofOneSet(found: readonly ReadProduct[]): ReadProduct[] {
  return new Set(found.map(({ key }) => key)).size === 1 ? [...found] : []
}

function readProduct(product: MatchedProduct): ReadProduct {
  const { label, inns, form } = product
  const stems = substanceStems(inns.map(({ name }) => name))
  const name = nameIn(label)
  const ofInns = inns.flatMap(({ dosage }) => dosagesOf(dosage ?? ''))
  const ofLabel = dosagesOf(label)
  return {
    product,
    stems: new Set(stems),
    substances: inns.length,
    key: substanceKey(stems),
    brand: brandOf(name),
    nameStems: new Set(wordsIn(name).map(stemOf)),
    // The label states the usual strength, the composition the amount of substance: « 10 mg » of périndopril arginine
    // are 6,79 mg of périndopril.
    dosages: ofInns.length > 0 && ofLabel.every(({ volume }) => volume === null) ? [ofLabel, ofInns] : [ofLabel],
    form: readForm(label, form),
  }
}

/** The referential's form does not distinguish sachet, bottle or release; the label does. */
function readForm(label: string, form: string | null): DosageForm | null {
  const ofLabel = formOf(label)
  const own = form === null ? null : formOf(form)
  if (own === null || own === 'oral-suspension' || ofLabel === `${own} lp`) return ofLabel ?? own
  return own
}

function brandOf(name: string): string {
  return wordsIn(name)
    .filter((word) => !audience.has(word))
    .map(stemOf)
    .toSorted(compareTexts)
    .join(' ')
}

function wordsIn(name: string): string[] {
  return name.match(/[\p{L}\d]+/gu) ?? []
}

function isMark(stem: string): boolean {
  return audience.has(stem) || (stem.length <= 3 && !shortSubstances.has(stem) && !/\d/.test(stem))
}

function into(index: Map<string, ReadProduct[]>, key: string, read: ReadProduct): void {
  const group = index.get(key)
  if (group) group.push(read)
  else index.set(key, [read])
}
