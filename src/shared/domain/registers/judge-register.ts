import { isGtin, spellingsOf } from '#shared/domain/product-code.ts'
import { nameProposals, type NamedProduct, type Proposal } from '#shared/domain/registers/name-proposals.ts'
import type {
  RegisterPack,
  RegisterProduct,
  RegisterReading,
  RegisterReason,
} from '#shared/domain/registers/read-register-row.ts'
import type { RegisterField } from '#shared/domain/registers/register-fields.ts'
import { foldName, wordsOf } from '#shared/domain/search/fold.ts'

/** A product of the referential that was not merged into another one. */
export type KnownProduct = Omit<NamedProduct, 'inns' | 'packs'> & {
  codes: readonly string[]
  inns: readonly { name: string; dosage: string | null }[]
  packs: readonly RegisterPack[]
  laboratory: string | null
  price: { amount: number; currency: string } | null
  archived: boolean
  /** An import of this register made it, and no admin has changed it since: the register may change its values. */
  isOwn: boolean
}
/** What an import writes into a product; undefined: the value stays. */
export type ProductPlan = {
  label?: string
  form?: string
  laboratory?: string
  inns?: readonly { name: string; dosage: string | null }[]
  pack?: RegisterPack
  price?: number
  /** Codes that the product gets. */
  codes: readonly string[]
}
/**
 * `proposed`: waits for the decision of the admin. `aside`: not imported, for its reasons. `keys`: by which the next
 * import of the register finds the product again.
 */
export type JudgedRegisterRow = {
  line: number
  label: string
  code: string
  outcome: 'new' | 'change' | 'same' | 'proposed' | 'aside'
  productId: string | null
  productLabel: string | null
  proposals: Proposal[]
  reasons: RegisterReason[]
  changes: RegisterField[]
  /** The undo of an import archived the product of this register: it is in use again. */
  returns: boolean
  plan: ProductPlan | null
  keys: string[]
}
/** For the line of a row: a proposed product, or null for a new one. */
export type RegisterDecisions = ReadonlyMap<number, string | null>
export type KnownReferential = {
  products: readonly KnownProduct[]
  /** Keys of earlier imports of the same register, with the product of each. */
  keys: ReadonlyMap<string, string>
  currency: string
}

/**
 * Decides about every row: the product is found by the keys of earlier imports, then by code, then proposed by name. No
 * two rows write the same product, and no row makes a product that exists or that an earlier row makes: such rows are
 * set aside.
 */
export function judgeRegister(
  readings: readonly RegisterReading[],
  known: KnownReferential,
  decisions: RegisterDecisions,
): JudgedRegisterRow[] {
  const products = new Map(known.products.map((product) => [product.id, product]))
  const byCode = productsByCode(known.products)
  const propose = nameProposals(known.products.filter(({ archived }) => !archived))
  const keyLines = new Map<string, number>()
  const productLines = new Map<string, number>()

  return readings.map((reading): JudgedRegisterRow => {
    if (!reading.ok) return rowOf(reading, { outcome: 'aside', reasons: reading.reasons })
    const { line, product } = reading
    const aside = (field: RegisterField, text: string): JudgedRegisterRow =>
      rowOf(reading, { outcome: 'aside', reasons: [{ field, text }] })
    const keys = registerKeysOf(product)
    const nameKey = nameKeyOf(product)
    const lineKeys = [...keys, ...spelledKeysOf(product)]
    const takenKey = lineKeys.find((key) => keyLines.has(key))
    const takenLine = takenKey === undefined ? undefined : keyLines.get(takenKey)
    const twin = keyLines.get(nameKey)
    // Also of a row that is set aside or waits for a decision: no later row takes its place meanwhile.
    for (const key of [...lineKeys, nameKey]) if (!keyLines.has(key)) keyLines.set(key, line)
    if (takenKey !== undefined) return aside(...takenReason(takenKey, takenLine!))
    const found = findByKeys(product, keys, known.keys, byCode, products)
    if (!found.ok) return aside(found.field, found.text)
    // a box of its own has a code of its own: the same names do not make it the same product
    if (!found.product && twin !== undefined && !product.codes.some(isWorldWide))
      return aside(...takenReason(nameKey, twin))
    const proposals = found.product ? [] : propose(namesOf(product))
    const decision = decisions.get(line)
    const chosen = found.product ?? products.get(proposals.find(({ id }) => id === decision)?.id ?? '')
    if (chosen && productLines.has(chosen.id))
      return aside('label', `Même produit que la ligne ${productLines.get(chosen.id)} : « ${chosen.label} ».`)
    if (!chosen && proposals.length > 0 && decision !== null) return rowOf(reading, { outcome: 'proposed', proposals })
    if (!chosen) return rowOf(reading, { outcome: 'new', plan: newPlan(product), keys, changes: [], proposals })
    productLines.set(chosen.id, line)
    const { plan, changes } = changePlan(product, chosen, known.currency)
    // an archived product that no admin has changed was archived by the undo of an import
    const returns = chosen.isOwn && chosen.archived
    return rowOf(reading, {
      outcome: changes.length > 0 || returns ? 'change' : 'same',
      productId: chosen.id,
      productLabel: chosen.label,
      proposals,
      changes,
      returns,
      plan,
      keys,
    })
  })
}

/**
 * By which a product of a register is found again: its codes, otherwise its registration number, otherwise its names. A
 * registration may cover several dosages and packs.
 */
export function registerKeysOf(product: RegisterProduct): string[] {
  const { codes, registration, dosage, pack } = product
  if (codes.length > 0) return [...new Set(codes.map((code) => `c:${canonical(code)}`))]
  if (registration === null) return [nameKeyOf(product)]
  return [`r:${[registration, dosage ?? '', pack?.label ?? ''].map((text) => wordsOf(text).join(' ')).join('|')}`]
}

/** Of every spelling: one row may have the CIP7 of a box, another one its CIP13. */
function spelledKeysOf({ codes }: RegisterProduct): string[] {
  return codes.flatMap((code) => spellingsOf(code).map((spelling) => `c:${canonical(spelling)}`))
}

function namesOf({ label, dosage, form, pack }: RegisterProduct) {
  return { label, dosage, form, pack: pack?.label ?? null }
}

function nameKeyOf(product: RegisterProduct): string {
  const { label, dosage, form, pack } = namesOf(product)
  return `n:${[label, dosage, form, pack].map((text) => wordsOf(text ?? '').join(' ')).join('|')}`
}

function takenReason(key: string, line: number): [RegisterField, string] {
  if (key.startsWith('c:')) return ['code', `Même code que la ligne ${line}.`]
  if (key.startsWith('r:'))
    return ['registration', `Mêmes numéro d’enregistrement, dosage et présentation que la ligne ${line}.`]
  return ['label', `Mêmes libellé, dosage, forme et présentation que la ligne ${line}.`]
}

/** A code that no other country uses for something else. */
function isWorldWide(code: string): boolean {
  return isGtin(code) && code.length >= 12
}

/** One notation for all spellings of a code. */
function canonical(code: string): string {
  return isGtin(code) ? code.padStart(14, '0') : code
}

function productsByCode(products: readonly KnownProduct[]): Map<string, KnownProduct[]> {
  const byCode = new Map<string, KnownProduct[]>()
  for (const product of products)
    for (const spelling of new Set(product.codes.map(canonical))) {
      const others = byCode.get(spelling)
      if (others) others.push(product)
      else byCode.set(spelling, [product])
    }
  return byCode
}

type Finding = { ok: true; product: KnownProduct | undefined } | { ok: false; field: RegisterField; text: string }

function findByKeys(
  { label, codes, inns }: RegisterProduct,
  keys: readonly string[],
  kept: ReadonlyMap<string, string>,
  byCode: ReadonlyMap<string, KnownProduct[]>,
  products: ReadonlyMap<string, KnownProduct>,
): Finding {
  const found = new Map<string, KnownProduct>()
  for (const key of keys) {
    const product = products.get(kept.get(key) ?? '')
    if (product) found.set(product.id, product)
  }
  const words = new Set(wordsOf([label, ...inns.map(({ name }) => name)].join(' ')).filter((word) => word.length > 2))
  for (const code of codes) {
    const having = [...new Set(spellingsOf(code).flatMap((spelling) => byCode.get(canonical(spelling)) ?? []))]
    const inUse = having.filter(({ archived }) => !archived)
    for (const product of inUse.length > 0 ? inUse : having) {
      // A short code has no world-wide meaning: another country may use the same digits for something else.
      const isSure = isWorldWide(code) || found.has(product.id)
      const others = [product.label, ...product.inns.map(({ name }) => name)].join(' ')
      if (!isSure && !wordsOf(others).some((word) => words.has(word)))
        return {
          ok: false,
          field: 'code',
          text: `Le code ${code} est celui d’un autre produit : « ${product.label} ».`,
        }
      found.set(product.id, product)
    }
  }
  const [product, other] = [...found.values()]
  return other
    ? {
        ok: false,
        field: 'code',
        text: `Ces codes sont ceux de deux produits : « ${product!.label} » et « ${other.label} ».`,
      }
    : { ok: true, product }
}

function newPlan({ label, codes, inns, form, pack, price, laboratory }: RegisterProduct): ProductPlan {
  return {
    label,
    codes,
    ...(form === null ? {} : { form }),
    ...(laboratory === null ? {} : { laboratory }),
    ...(inns.length === 0 ? {} : { inns }),
    ...(pack === null ? {} : { pack }),
    ...(price === null ? {} : { price }),
  }
}

/** A product of another source only gets what it lacks. */
function changePlan(
  given: RegisterProduct,
  known: KnownProduct,
  currency: string,
): { plan: ProductPlan; changes: RegisterField[] } {
  const spelled = new Set(known.codes.flatMap((code) => spellingsOf(code)))
  const codes = given.codes.filter((code) => !spelled.has(code) && !spellingsOf(code).some((each) => spelled.has(each)))
  const mayWrite = (isMissing: boolean, isOther: boolean): boolean => isMissing || (known.isOwn && isOther)
  const isOtherText = (text: string, other: string | null): boolean =>
    other === null || foldName(text) !== foldName(other)
  const innKey = (inns: readonly { name: string; dosage: string | null }[]): string =>
    JSON.stringify(inns.map(({ name, dosage }) => [foldName(name), dosage]))
  const packKey = ({ label, units }: RegisterPack): string => `${units} ${foldName(label)}`
  const { form, laboratory, inns, pack, price } = given
  const plan: ProductPlan = {
    codes,
    ...(mayWrite(false, given.label !== known.label) ? { label: given.label } : {}),
    ...(form !== null && mayWrite(known.form === null, isOtherText(form, known.form)) ? { form } : {}),
    ...(laboratory !== null && mayWrite(known.laboratory === null, isOtherText(laboratory, known.laboratory))
      ? { laboratory }
      : {}),
    ...(inns.length > 0 && mayWrite(known.inns.length === 0, innKey(inns) !== innKey(known.inns)) ? { inns } : {}),
    ...(pack !== null &&
    mayWrite(known.packs.length === 0, !known.packs.some((each) => packKey(each) === packKey(pack)))
      ? { pack }
      : {}),
    ...(price !== null &&
    mayWrite(known.price === null, known.price?.amount !== price || known.price.currency !== currency)
      ? { price }
      : {}),
  }
  const { inns: _, codes: added, ...others } = plan
  const changes: RegisterField[] = [
    ...(Object.keys(others) as RegisterField[]),
    ...(plan.inns ? (['inn'] as const) : []),
    ...(added.length > 0 ? (['code'] as const) : []),
  ]
  return { plan, changes }
}

function rowOf(
  reading: RegisterReading,
  judged: Partial<JudgedRegisterRow> & Pick<JudgedRegisterRow, 'outcome'>,
): JudgedRegisterRow {
  return {
    line: reading.line,
    label: reading.label,
    code: reading.code,
    productId: null,
    productLabel: null,
    proposals: [],
    reasons: [],
    changes: [],
    returns: false,
    plan: null,
    keys: [],
    ...judged,
  }
}
