import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Id, PageQuery, pageOf, Search, sortedBy, Text } from '#shared/contract/values.ts'

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

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    summary: 'List products',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
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
    path: '/products/{id}',
    summary: 'Read one product',
    permission: 'member',
    params: ById,
    reply: Product,
  }),
  details: endpoint({
    method: 'GET',
    path: '/products/{id}/details',
    summary: 'Read one product with its national data',
    permission: 'member',
    params: ById,
    reply: Product.extend({
      nationalCodes: z.record(z.string(), z.string()),
      /** Price of the referential, in minor units of its own currency. Informative; never the selling price. */
      referencePrice: z.object({ amount: z.int(), currency: z.string() }).nullable(),
    }),
  }),
}
