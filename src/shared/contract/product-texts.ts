import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, multilineTexts } from '#shared/contract/values.ts'

const ProductText = z.object({ text: z.string().nullable() })
const NewProductText = z.object({ text: z.string().trim().max(200_000).register(multilineTexts) })

const one = '/products/{id}'
const write = { permission: 'referential.edit', touches: ['referential', 'pharmacy-products'] } as const

/** The texts of a product: the notice for the patient, and the summary of its characteristics for the pharmacist. */
export const productTexts = {
  notice: endpoint({
    method: 'GET',
    path: `${one}/notice`,
    summary: 'The notice of a product, for patients',
    permission: 'member',
    params: ById,
    reply: ProductText,
  }),
  putNotice: endpoint({
    method: 'PUT',
    path: `${one}/notice`,
    summary: 'Write the notice of a product; an empty text removes it',
    ...write,
    params: ById,
    body: NewProductText,
    reply: ProductText,
  }),
  spc: endpoint({
    method: 'GET',
    path: `${one}/spc`,
    summary: 'The summary of product characteristics, for professionals',
    permission: 'member',
    params: ById,
    reply: ProductText,
  }),
  putSpc: endpoint({
    method: 'PUT',
    path: `${one}/spc`,
    summary: 'Write the summary of product characteristics; an empty text removes it',
    ...write,
    params: ById,
    body: NewProductText,
    reply: ProductText,
  }),
}
