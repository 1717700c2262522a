import * as z from 'zod'
import { endpoint, type Access } from '#shared/contract/endpoint.ts'
import type { Resource } from '#shared/contract/freshness.ts'
import { ById, listOf, ListQuery, pageOf, PageQuery } from '#shared/contract/values.ts'

/**
 * The generic calls of a resource (specification §7): list with page and size, read, create, patch, delete. A family
 * spreads the calls it offers and adds its own; `query` adds filters to the list.
 */
export function resource<
  Item extends z.ZodObject,
  New extends z.ZodObject,
  Patch extends z.ZodObject,
  Filter extends z.ZodObject = typeof PageQuery,
>(of: {
  path: string
  noun: string
  item: Item
  create: New
  patch: Patch
  query?: Filter
  read: Access
  write: Access
  /** Resources that create, patch and delete may change (`Endpoint.touches`). */
  touches: readonly [Resource, ...Resource[]]
}) {
  const { path, noun, touches } = of
  const one = `${path}/{id}` as const
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List ${noun}s`,
      permission: of.read,
      query: (of.query ?? PageQuery) as Filter,
      reply: pageOf(of.item),
    }),
    read: endpoint({
      method: 'GET',
      path: one,
      summary: `Read one ${noun}`,
      permission: of.read,
      params: ById,
      reply: of.item,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Create a ${noun}`,
      permission: of.write,
      touches,
      body: of.create,
      reply: of.item,
      status: 201,
    }),
    patch: endpoint({
      method: 'PATCH',
      path: one,
      summary: `Change a ${noun}`,
      permission: of.write,
      touches,
      params: ById,
      body: changesOf(of.patch),
      reply: of.item,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: one,
      summary: `Delete a ${noun}`,
      permission: of.write,
      touches,
      params: ById,
      reply: z.object({ id: z.uuid() }),
    }),
  }
}

type Bare<S> =
  S extends z.ZodOptional<infer Inner> ? Bare<Inner> : S extends z.ZodDefault<infer Inner> ? Bare<Inner> : S
type Changes<Shape extends z.ZodObject> = z.ZodObject<{
  [Key in keyof Shape['shape']]: z.ZodOptional<Extract<Bare<Shape['shape'][Key]>, z.ZodType>>
}>

/**
 * Makes every field optional and removes its default. `partial()` keeps defaults, which would overwrite fields that a
 * change does not name.
 */
function changesOf<Shape extends z.ZodObject>(of: Shape): Changes<Shape> {
  const bare = (field: unknown): z.ZodType =>
    field instanceof z.ZodOptional || field instanceof z.ZodDefault ? bare(field.unwrap()) : (field as z.ZodType)
  return z.object(
    Object.fromEntries(Object.entries(of.shape).map(([key, field]) => [key, bare(field).optional()])),
  ) as Changes<Shape>
}

/**
 * The same for a list that terminals store (specification §4): by page, by cursor (changes only), or complete in one
 * answer.
 */
export function syncedResource<
  Item extends z.ZodObject,
  Detail extends z.ZodObject,
  New extends z.ZodObject,
  Patch extends z.ZodObject,
>(of: {
  path: string
  noun: string
  /** A row of the list: what a terminal needs offline. */
  row: Item
  /** The answer of a read or write of one item. */
  item: Detail
  create: New
  patch: Patch
  read: Access
  write: Access
  touches: readonly [Resource, ...Resource[]]
}) {
  return {
    ...resource(of),
    list: endpoint({
      method: 'GET',
      path: of.path,
      summary: `List ${of.noun}s, by page or by cursor`,
      permission: of.read,
      query: ListQuery,
      reply: listOf(of.row),
    }),
    all: endpoint({
      method: 'GET',
      path: `${of.path}/all`,
      summary: `Every ${of.noun} that is not archived`,
      permission: of.read,
      reply: z.array(of.row),
    }),
  }
}
