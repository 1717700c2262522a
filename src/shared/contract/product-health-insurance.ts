import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { importRunCalls, refusedRows } from '#shared/contract/import-runs.ts'
import { syncedResource } from '#shared/contract/resource.ts'
import {
  ById,
  Id,
  Money,
  Note,
  PageQuery,
  pageOf,
  Percent,
  Search,
  sortedBy,
  Text,
  UnitPrice,
} from '#shared/contract/values.ts'

const NewProductHealthInsurance = z.object({
  /** The scheme's own code. */
  code: Note.default(null),
  label: Text,
  inn: Note.default(null),
  dosage: Note.default(null),
  form: Note.default(null),
  /** The highest price of one box that the scheme reimburses, in minor units. */
  basePrice: UnitPrice,
  rate: Percent,
})
export type NewProductHealthInsurance = z.infer<typeof NewProductHealthInsurance>

/** One line of the national scheme's list. `productId`: the product of the referential that the line covers. */
export const ProductHealthInsurance = NewProductHealthInsurance.extend({
  id: Id,
  basePrice: Money,
  productId: Id.nullable(),
  archived: z.boolean(),
})
export type ProductHealthInsurance = z.infer<typeof ProductHealthInsurance>

const KnownProduct = z.object({ id: Id, label: z.string(), inn: z.string(), form: z.string().nullable() })
export const AssociatedProduct = ProductHealthInsurance.extend({ product: KnownProduct.nullable() })
export type AssociatedProduct = z.infer<typeof AssociatedProduct>

/**
 * Products of the referential that a line may mean, most likely first. `certain`: exactly one product has the same
 * substance, dosage and form.
 */
const Suggestion = z.object({
  line: ProductHealthInsurance,
  candidates: z.array(KnownProduct.extend({ sameDosage: z.boolean(), sameForm: z.boolean(), isSold: z.boolean() })),
  certain: z.boolean(),
})
export type Suggestion = z.infer<typeof Suggestion>

const path = '/product-health-insurance'
const Association = z.object({ productId: Id.nullable(), productHealthInsuranceId: Id })

export const productHealthInsurance = {
  ...syncedResource({
    path,
    noun: 'product of the national scheme',
    row: ProductHealthInsurance,
    item: ProductHealthInsurance,
    create: NewProductHealthInsurance,
    patch: NewProductHealthInsurance.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'contract.edit',
    touches: ['product-health-insurance'],
  }),
  withAssociatedProduct: endpoint({
    method: 'GET',
    path: `${path}/with-associated-product`,
    summary: 'The list of the national scheme, each line with its product',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      only: z.enum(['associated', 'missing']).optional(),
      sort: sortedBy('code', 'label', 'inn', 'dosage', 'form', 'price', 'rate', 'product').optional(),
    }),
    reply: pageOf(AssociatedProduct).extend({ missing: z.int() }),
  }),
  /** The body repeats the line's id and must match the path. A null product removes the association. */
  associateProduct: endpoint({
    method: 'PATCH',
    path: `${path}/associate-product/{id}`,
    summary: 'Say which product a line of the scheme pays for',
    permission: 'contract.edit',
    touches: ['product-health-insurance'],
    params: ById,
    body: Association,
    reply: AssociatedProduct,
  }),
  associateProducts: endpoint({
    method: 'POST',
    path: `${path}/associate-products`,
    summary: 'Accept several associations, all or none',
    permission: 'contract.edit',
    touches: ['product-health-insurance'],
    body: z.object({ associations: z.array(Association).min(1).max(1000) }),
    reply: z.object({ associated: z.int() }),
    status: 200,
  }),
  suggestions: endpoint({
    method: 'GET',
    path: `${path}/suggestions`,
    summary: 'Products that lines without one may mean: by substance, dosage and form',
    permission: 'member',
    query: PageQuery,
    reply: pageOf(Suggestion),
  }),
  importList: endpoint({
    method: 'POST',
    path: `${path}/import`,
    summary: 'Take over the scheme’s list: lines by their code, all or none',
    permission: 'contract.edit',
    touches: ['product-health-insurance'],
    largeBody: { megabytes: 8, values: 400_000 },
    cleansTexts: true,
    body: z.object({
      lines: z
        .array(NewProductHealthInsurance.extend({ code: Text }))
        .min(1)
        .max(20_000),
      /** Not while a row is left out: it may be the one of a line. */
      archiveOthers: z.boolean().default(false),
      fileName: Note.default(null),
      refused: refusedRows(20_000),
    }),
    unreplayed: 'file',
    reply: z.object({ created: z.int(), changed: z.int(), unchanged: z.int(), archived: z.int() }),
    status: 200,
  }),
}

export const schemeImports = importRunCalls({
  path: '/scheme-imports',
  noun: 'the national scheme',
  query: PageQuery,
  read: 'member',
  write: 'contract.edit',
  touches: ['product-health-insurance'],
})
