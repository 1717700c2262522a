import * as z from 'zod'
import { tracings } from '#shared/domain/lot-tracing.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resource } from '#shared/contract/resource.ts'
import { SectionCode } from '#shared/contract/sections.ts'
import { Id, PageQuery, pageOf, Search, sortedBy, Text } from '#shared/contract/values.ts'

/** `products`: how many products of the referential use it, without archived ones. */
const Listed = z.object({ id: Id, archived: z.boolean(), products: z.int() })
const Named = z.object({ name: Text })
const Labelled = z.object({ label: Text })

/** A family of the shared referential: every pharmacy reads it, the platform's admin changes it. */
function family<
  New extends z.ZodObject,
  Item extends z.ZodObject,
  Patch extends z.ZodObject,
  const Key extends string,
>(of: { path: `/${string}`; noun: string; create: New; item: Item; patch: Patch; sort: readonly Key[] }) {
  return {
    ...resource({
      ...of,
      read: 'member',
      write: 'referential.edit',
      touches: ['referential', 'pharmacy-products'],
      query: PageQuery.extend({ search: Search.optional(), sort: sortedBy(...of.sort).optional() }),
    }),
    all: endpoint({
      method: 'GET',
      path: `${of.path}/all`,
      summary: `Every ${of.noun} that is not archived`,
      permission: 'member',
      reply: z.array(of.item),
    }),
  }
}

function namedFamily(path: `/${string}`, noun: string) {
  const item = Listed.extend(Named.shape)
  const patch = Named.extend({ archived: z.boolean() }).partial()
  return family({ path, noun, create: Named, item, patch, sort: ['name', 'products', 'archived'] })
}

function labelledFamily(path: `/${string}`, noun: string) {
  const item = Listed.extend(Labelled.shape)
  const patch = Labelled.extend({ archived: z.boolean() }).partial()
  return family({ path, noun, create: Labelled, item, patch, sort: ['label', 'products', 'archived'] })
}

export const inns = namedFamily('/inns', 'INN')
export const brands = namedFamily('/brands', 'brand')
export const forms = labelledFamily('/forms', 'form')
export const units = labelledFamily('/units', 'unit')

/** `tracedBy`: what is asked of the lots of its products when a delivery is closed. */
const NewCategory = Labelled.extend({
  tracedBy: z.enum(tracings).default('lot-and-expiry'),
  section: SectionCode.nullable().default(null),
})
export const productCategories = family({
  path: '/product-categories',
  noun: 'product category',
  create: NewCategory,
  item: Listed.extend(Labelled.shape).extend({ tracedBy: z.enum(tracings), section: z.string().nullable() }),
  patch: Labelled.extend({
    tracedBy: z.enum(tracings),
    section: SectionCode.nullable(),
    archived: z.boolean(),
  }).partial(),
  sort: ['label', 'tracedBy', 'section', 'products', 'archived'],
})

const NewPackaging = Labelled.extend({ units: z.int().min(1).max(100_000) })
const Packaging = Listed.extend(NewPackaging.shape)

/** The units of a packaging never change: lots on the shelves count in them. */
export const packagings = family({
  path: '/packagings',
  noun: 'packaging',
  create: NewPackaging,
  item: Packaging,
  patch: Labelled.extend({ archived: z.boolean() }).partial(),
  sort: ['label', 'units', 'products', 'archived'],
})

/** A code of the ATC classification; its id. The levels have 1, 3, 4, 5 and 7 signs: `J`, `J01`, `J01C`, `J01CA`, `J01CA04`. */
export const AtcCode = z.string().regex(/^[A-Z](\d{2}([A-Z]([A-Z](\d{2})?)?)?)?$/)

/** A node of the ATC tree. */
export const Atc = z.object({
  id: AtcCode,
  /** Null: a level that no register names. */
  label: z.string().nullable(),
  /** How many products are under it, without archived ones. */
  products: z.int(),
  /** How many nodes are one level below it. */
  children: z.int(),
})
export type Atc = z.infer<typeof Atc>

export const atcs = {
  list: endpoint({
    method: 'GET',
    path: '/atcs',
    summary: 'List ATC codes: all, those found by a search, or one level of the tree',
    permission: 'member',
    query: PageQuery.extend({
      search: Search.optional(),
      /** The node whose children are listed; `root`: the first level. */
      parent: z.union([AtcCode, z.literal('root')]).optional(),
    }),
    reply: pageOf(Atc),
  }),
  read: endpoint({
    method: 'GET',
    path: '/atcs/{id}',
    summary: 'Read one ATC code',
    permission: 'member',
    params: z.object({ id: AtcCode }),
    reply: Atc,
  }),
}
