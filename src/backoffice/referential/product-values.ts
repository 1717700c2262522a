import type { ProductDetails } from '#shared/contract/products.ts'
import { productCodeFault } from '#shared/domain/product-code.ts'
import { familyLabel } from '#backoffice/referential/family-field.tsx'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'

export type InnRow = { id: string; inn: Choice | null; dosage: string }
export type PackagingRow = { id: string; packaging: Choice | null }

/** The fields of the form of a product. */
export type ProductValues = {
  label: string
  codes: string[]
  inns: InnRow[]
  form: Choice | null
  brand: Choice | null
  category: Choice | null
  unit: Choice | null
  atc: Choice | null
  packagings: PackagingRow[]
  prescriptionList: ProductDetails['prescriptionList']
  section: string
  /** The version that a change is made on; 0: a new product. */
  version: number
}

export function newProductValues(label: string): ProductValues {
  return {
    label,
    codes: [],
    inns: [],
    form: null,
    brand: null,
    category: null,
    unit: null,
    atc: null,
    packagings: [],
    prescriptionList: 'none',
    section: '',
    version: 0,
  }
}

export function productValuesOf(product: ProductDetails): ProductValues {
  const choice = (id: string | null, label: string | null) => (id === null ? null : { id, label: label ?? '' })
  return {
    label: product.label,
    codes: product.codes,
    inns: product.inns.map(({ innId, name, dosage }, index) => ({
      id: `${innId} ${index}`,
      inn: { id: innId, label: name },
      dosage: dosage ?? '',
    })),
    form: choice(product.formId, product.form),
    brand: choice(product.brandId, product.brand),
    category: choice(product.categoryId, product.category),
    unit: choice(product.unitId, product.unit),
    atc: choice(product.atc, product.atc),
    packagings: product.packagings.map((packaging) => ({
      id: packaging.id,
      packaging: { id: packaging.id, label: familyLabel('packaging', packaging) },
    })),
    prescriptionList: product.prescriptionList,
    section: product.section ?? '',
    version: product.version,
  }
}

/** The body of a creation, or of a change with its version. */
export function productBodyOf(values: ProductValues, { isNew }: { isNew: boolean }) {
  return {
    label: values.label,
    codes: values.codes,
    inns: values.inns.map(({ inn, dosage }) => ({ innId: inn?.id ?? '', dosage })),
    formId: values.form?.id ?? null,
    brandId: values.brand?.id ?? null,
    categoryId: values.category?.id ?? null,
    unitId: values.unit?.id ?? null,
    atc: values.atc?.id ?? null,
    packagingIds: values.packagings.map(({ packaging }) => packaging?.id ?? ''),
    prescriptionList: values.prescriptionList,
    section: values.section.trim() || null,
    ...(isNew ? {} : { version: values.version }),
  }
}

const faults = {
  digits: 'doit avoir 4 à 14 chiffres',
  key: 'contient une erreur\u00a0: un chiffre est faux',
} as const

/** What is wrong with typed codes: « 3400930000011 contient une erreur ». */
export function codeIssues(codes: readonly string[]): Issue[] {
  return codes.flatMap((code, index) => {
    const fault = productCodeFault(code.trim())
    return fault === null ? [] : [{ path: `codes.${index}`, text: `${code} ${faults[fault]}.` }]
  })
}
