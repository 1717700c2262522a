import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { productTexts } from '#shared/contract/product-texts.ts'
import { AtcCode } from '#shared/contract/referential.ts'
import { SectionCode } from '#shared/contract/sections.ts'
import { ById, Id, Instant, Note, PageQuery, pageOf, Search, sortedBy, Text } from '#shared/contract/values.ts'
import { productCodeFault } from '#shared/domain/product-code.ts'

const PrescriptionList = z.enum(['none', 'list-1', 'list-2', 'narcotic'])

/** A product of the shared referential. */
export const Product = z.object({
  id: Id,
  label: Text,
  codes: z.array(z.string()),
  inns: z.array(z.object({ name: z.string(), dosage: z.string().nullable() })),
  atc: z.string().nullable(),
  form: z.string().nullable(),
  brand: z.string().nullable(),
  prescriptionList: PrescriptionList,
  packagings: z.array(z.object({ label: z.string(), units: z.int() })),
  archived: z.boolean(),
})
export type Product = z.infer<typeof Product>

export const ProductDetails = Product.extend({
  formId: Id.nullable(),
  brandId: Id.nullable(),
  categoryId: Id.nullable(),
  unitId: Id.nullable(),
  category: z.string().nullable(),
  unit: z.string().nullable(),
  /** The code of its regulatory section (`countries/{id}/sections`). */
  section: z.string().nullable(),
  inns: z.array(z.object({ innId: Id, name: z.string(), dosage: z.string().nullable() })),
  packagings: z.array(z.object({ id: Id, label: z.string(), units: z.int() })),
  /** Rises with each change; a change names the version that it was made on. */
  version: z.int(),
  /** The name of the admin; null before the first change, and for members, who see no account of the platform. */
  changedBy: z.string().nullable(),
  changedAt: Instant.nullable(),
  /** The product that this one was merged into. */
  mergedInto: z.object({ id: Id, label: z.string() }).nullable(),
  nationalCodes: z.record(z.string(), z.string()),
  /** Price of the referential, in minor units of its own currency. Informative; never the selling price. */
  referencePrice: z.object({ amount: z.int(), currency: z.string() }).nullable(),
})
export type ProductDetails = z.infer<typeof ProductDetails>

/** Digits; a code of 13 or 14 digits has the right check digit. */
const ProductCode = z
  .string()
  .trim()
  .refine((code) => productCodeFault(code) === null, { error: 'code' })

const fields = {
  label: Text,
  /** All codes of the product: those that are not listed leave it. */
  codes: z.array(ProductCode).max(50),
  inns: z.array(z.object({ innId: Id, dosage: Note })).max(20),
  formId: Id.nullable(),
  brandId: Id.nullable(),
  categoryId: Id.nullable(),
  unitId: Id.nullable(),
  atc: AtcCode.nullable(),
  packagingIds: z.array(Id).max(20),
  prescriptionList: PrescriptionList,
  section: SectionCode.nullable(),
}
export const ProductChange = z.object({ ...fields, archived: z.boolean() }).partial()
export type ProductChange = z.infer<typeof ProductChange>
const NewProduct = z.object(fields).partial().required({ label: true })
/** `version`: the one that the change was made on; another one was changed meanwhile. */
const version = z.int().min(1).max(1_000_000_000)
/** A change of an existing product, with its id and version, or a new product. */
const BatchRow = ProductChange.extend({ id: Id.optional(), version: version.optional() })
export type BatchRow = z.infer<typeof BatchRow>

/** What still uses a product, over all pharmacies. */
export const ProductUses = z.object({
  pharmacies: z.int(),
  lots: z.int(),
  /** Units on the shelves. */
  quantity: z.int(),
  openRecalls: z.int(),
  schemeLines: z.int(),
})
export type ProductUses = z.infer<typeof ProductUses>

/** What a merge does in one pharmacy. */
export const MergeEffect = z.object({
  pharmacyId: Id,
  pharmacyName: z.string(),
  /** `renamed`: it has only the duplicate, which becomes the kept product. `joined`: it has both. */
  kind: z.enum(['renamed', 'joined']),
  /** Of the duplicate. */
  lots: z.int(),
  quantity: z.int(),
  /** Exceptions of contracts for the duplicate. */
  exceptions: z.int(),
  schemeLines: z.int(),
})
export const MergePreview = z.object({
  kept: Product,
  duplicate: Product,
  /** Codes that the kept product gets. */
  codes: z.array(z.string()),
  pharmacies: z.array(MergeEffect),
})
export type MergePreview = z.infer<typeof MergePreview>

const one = '/products/{id}'
const touches = ['referential', 'pharmacy-products'] as const
const write = { permission: 'referential.edit', touches } as const

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    summary: 'List products',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      /** An ATC code: the products under it. */
      atc: AtcCode.optional(),
      formId: Id.optional(),
      brandId: Id.optional(),
      categoryId: Id.optional(),
      innId: Id.optional(),
      unitId: Id.optional(),
      packagingId: Id.optional(),
      section: SectionCode.optional(),
      list: PrescriptionList.optional(),
      only: z.enum(['in-use', 'archived']).optional(),
      sort: sortedBy('label', 'inn', 'brand', 'atc', 'code', 'list').optional(),
    }),
    reply: pageOf(Product),
  }),
  withHealthInsurance: endpoint({
    method: 'GET',
    path: '/products/with-health-insurance',
    summary: 'Products that the national scheme pays for, with its price and rate',
    permission: 'member',
    query: PageQuery,
    reply: pageOf(
      Product.extend({ healthInsurance: z.object({ id: Id, label: z.string(), basePrice: z.int(), rate: z.int() }) }),
    ),
  }),
  read: endpoint({
    method: 'GET',
    path: one,
    summary: 'Read one product',
    permission: 'member',
    params: ById,
    reply: Product,
  }),
  details: endpoint({
    method: 'GET',
    path: `${one}/details`,
    summary: 'Read one product with all that is edited, and its national data',
    permission: 'member',
    params: ById,
    reply: ProductDetails,
  }),
  pharmacyProducts: endpoint({
    method: 'GET',
    path: `${one}/pharmacy-products`,
    summary: 'The pharmacies that have the product: all for the admin, the own one for a member',
    permission: 'member',
    params: ById,
    query: PageQuery,
    reply: pageOf(
      z.object({
        pharmacyId: Id,
        pharmacyName: z.string(),
        pharmacyProductId: Id,
        lots: z.int(),
        quantity: z.int(),
        archived: z.boolean(),
      }),
    ),
  }),
  uses: endpoint({
    method: 'GET',
    path: `${one}/uses`,
    summary: 'What still uses a product, to know before it is archived',
    permission: 'referential.edit',
    params: ById,
    reply: ProductUses,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    summary: 'Create a product',
    ...write,
    body: NewProduct,
    reply: ProductDetails,
    status: 201,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: one,
    summary: 'Change a product',
    ...write,
    params: ById,
    body: ProductChange.extend({ version }),
    reply: ProductDetails,
  }),
  batch: endpoint({
    method: 'POST',
    path: '/products/batch',
    summary: 'Create or change several products: all or none, with what is wrong in each row',
    ...write,
    body: z.object({ products: z.array(BatchRow).min(1).max(500) }),
    reply: z.object({ ids: z.array(Id) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    summary: 'Archive a product; pharmacies keep theirs',
    ...write,
    params: ById,
    reply: ById,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/products/archive',
    summary: 'Archive one product',
    ...write,
    body: z.object({ productId: Id }),
    reply: ById,
  }),
  archiveSeveral: endpoint({
    method: 'POST',
    path: '/products/archivedProducts',
    summary: 'Archive several products: all or none',
    ...write,
    body: z.object({ productIds: z.array(Id).min(1).max(2000) }),
    reply: z.object({ ids: z.array(Id) }),
  }),
  ...productTexts,
  mergePreview: endpoint({
    method: 'GET',
    path: `${one}/merge-preview`,
    summary: 'What follows in every pharmacy when a duplicate is merged into this product',
    permission: 'referential.edit',
    params: ById,
    query: z.object({ duplicateId: Id }),
    reply: MergePreview,
  }),
  merge: endpoint({
    method: 'POST',
    path: `${one}/merge`,
    summary: 'Merge a duplicate into this product, in every pharmacy',
    permission: 'referential.edit',
    touches: [...touches, 'product-health-insurance', 'companies', 'organizations'],
    params: ById,
    body: z.object({ duplicateId: Id }),
    reply: ProductDetails,
  }),
}
