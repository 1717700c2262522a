import type { StockDetail } from '#shared/contract/pharmacy-products.ts'
import { formatCoefficient, readCoefficient } from '#shared/ui/coefficient-format.ts'

/** A product of the pharmacy as its form holds it. */
export type ProductValues = {
  label: string
  /** Separated by spaces or commas. */
  codes: string
  storageId: string | null
  minimum: string
  maximum: string
  categoryId: string | null
  section: string | null
  tagIds: string[]
  mode: StockDetail['pricePolicy']['mode']
  coefficient: string
  roundingStep: string
}

export const noProduct: ProductValues = {
  label: '',
  codes: '',
  storageId: null,
  minimum: '0',
  maximum: '0',
  categoryId: null,
  section: null,
  tagIds: [],
  mode: 'free',
  coefficient: '',
  roundingStep: '',
}

export function valuesOfProduct(product: StockDetail): ProductValues {
  const { pricePolicy } = product
  return {
    label: product.label,
    codes: product.ownCodes.join(' '),
    storageId: product.storageId,
    minimum: String(product.minimum),
    maximum: String(product.maximum),
    categoryId: product.categoryId,
    section: product.section,
    tagIds: product.tagIds,
    mode: pricePolicy.mode,
    coefficient: pricePolicy.coefficient === null ? '' : formatCoefficient(pricePolicy.coefficient),
    roundingStep: pricePolicy.roundingStep === null ? '' : String(pricePolicy.roundingStep),
  }
}

/** The body of a call, without the label. Text that is no number becomes NaN, which the schema of the call refuses. */
export function bodyOfProduct({
  codes,
  storageId,
  minimum,
  maximum,
  categoryId,
  section,
  tagIds,
  ...price
}: ProductValues) {
  return {
    codes: codes.split(/[\s,;]+/).filter((code) => code !== ''),
    storageId,
    minimum: readCount(minimum),
    maximum: readCount(maximum),
    categoryId,
    section,
    tagIds,
    pricePolicy: policyOf(price),
  }
}

export function policyOf({
  mode,
  coefficient,
  roundingStep,
}: Pick<ProductValues, 'mode' | 'coefficient' | 'roundingStep'>) {
  return {
    mode,
    coefficient: mode === 'coefficient' ? (readCoefficient(coefficient) ?? Number.NaN) : null,
    roundingStep: mode === 'free' || roundingStep.trim() === '' ? null : readCount(roundingStep),
  }
}

/** A whole number as typed; NaN when it is none. */
export function readCount(text: string): number {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
}
