import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { medicines } from '#server/demo/medicines/medicines.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { parsePresentation } from '#server/import/parse-presentation.ts'

/** The data of one real box; all other fields of a catalogue are drawn from it. */
type Box = {
  label: string
  inn: string
  form: string | null
  brand: string
  atc: string | null
  code: string
  packaging: string
  prescriptionList: PharmacyProduct['prescriptionList']
}

const national = join(import.meta.dirname, '../../../shared/data/products.tsv.gz')
const labelLimit = 200
/** Beyond the numbers of the variants. */
const demoCodes = 1_000_000

/**
 * A pharmacy's list of `count` products: from the national referential when its file lies beside the project, else from
 * the demo's medicines. Missing products are filled with the same boxes of other makers, as parallel imports are.
 * Always the same result.
 */
export function catalogue(count: number): { source: string; products: PharmacyProduct[] } {
  const isNational = existsSync(national)
  const boxes = isNational ? nationalBoxes() : demoBoxes()
  const makers = [...new Set(boxes.map(({ brand }) => brand))]
  const products = Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / boxes.length)
    const box = boxes[index % boxes.length]!
    return productOf(round === 0 ? box : fromAnotherMaker(box, makers[(index + round * 101) % makers.length]!, index))
  })
  const what = isNational ? 'presentations of the national referential' : 'medicines of the demo'
  return { source: `${boxes.length.toLocaleString('en')} ${what}, with variants`, products }
}

function nationalBoxes(): Box[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(national)).toString('utf8').trimEnd().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const cell = (name: string): string => cells[columns.indexOf(name)]!
    const presentation = parsePresentation(cell('presentation'))
    const dosages = cell('inn_dosage').split(' | ')
    return {
      label: `${cell('label')}, ${presentation.short}`.slice(0, labelLimit),
      inn: cell('inn')
        .split(' | ')
        .map((name, at) => `${name} ${dosages[at] ?? ''}`.trim())
        .join(' + '),
      form: cell('form') || null,
      brand: cell('holder') || 'Sans nom',
      atc: cell('atc') || null,
      code: cell('cip13'),
      packaging: presentation.packaging,
      prescriptionList: cell('prescription').includes('liste I') ? 'list-1' : 'none',
    }
  })
}

/** Their own codes are those of the shelf of the demo, where a bench adds its catalogue: each gets one of the house. */
function demoBoxes(): Box[] {
  return medicines.map(({ label, inns, form, brand, atc, packaging, prescriptionList }, index) => ({
    label,
    form,
    brand,
    atc,
    prescriptionList,
    inn: inns.map(({ name, dosage }) => (dosage ? `${name} ${dosage}` : name)).join(' + '),
    code: inStoreCode(demoCodes + index),
    packaging: packaging.label,
  }))
}

function fromAnotherMaker(box: Box, maker: string, index: number): Box {
  return {
    ...box,
    label: `${box.label.slice(0, labelLimit - maker.length - 3)} (${maker})`,
    brand: maker,
    code: inStoreCode(index),
  }
}

/** 13 digits with the prefix 2, which no real box has. */
function inStoreCode(index: number): string {
  const digits = `2${String(index).padStart(11, '0')}`
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

function productOf(box: Box): PharmacyProduct {
  const id = demoId('bench', 'pharmacy-product', box.code)
  const random = seededRandom('bench', box.code)
  const items = Array.from({ length: random.int(1, 2) }, (_, index): StockItem => ({
    id: demoId('bench', 'lot', box.code, String(index)),
    packaging: box.packaging,
    units: 1,
    lot: `B${random.int(10_000, 99_999)}`,
    expiresOn: `${random.int(2031, 2034)}-0${random.int(1, 9)}-28`,
    // one product in ten is out of stock
    quantity: random.next() < 0.1 ? 0 : random.int(1, 40),
    salePrice: random.int(60, 4000) * 5,
    archived: false,
    storage: null,
    blocked: null,
    discountPercent: null,
  }))
  return {
    id,
    productId: demoId('bench', 'product', box.code),
    label: box.label,
    inn: box.inn,
    form: box.form,
    brand: box.brand,
    atc: box.atc,
    codes: [box.code],
    prescriptionList: box.prescriptionList,
    storage: null,
    category: null,
    tagIds: [],
    recalledLots: [],
    minimum: 2,
    maximum: 8,
    archived: false,
    stockItems: items,
    quantitiesByPackaging: { [box.packaging]: items.reduce((sum, { quantity }) => sum + quantity, 0) },
  }
}
