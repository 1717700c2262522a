import * as z from 'zod'
import { endpoint, type Access } from '#shared/contract/endpoint.ts'
import { ById, pageOf, PageQuery } from '#shared/contract/values.ts'

/**
 * The generic calls of every resource (specification §7): list with page and size, read, create, patch, delete.
 * A family spreads the ones it offers and adds its own; `query` adds filters to the list.
 */
export function resource<Item extends z.ZodObject, New extends z.ZodObject, Patch extends z.ZodObject, Filter extends z.ZodObject = typeof PageQuery>(of: {
  path: string
  noun: string
  item: Item
  create: New
  patch: Patch
  query?: Filter
  read: Access
  write: Access
}) {
  const { path, noun } = of
  const one = `${path}/{id}` as const
  return {
    list: endpoint({ method: 'GET', path, summary: `List ${noun}s`, permission: of.read, query: (of.query ?? PageQuery) as Filter, reply: pageOf(of.item) }),
    read: endpoint({ method: 'GET', path: one, summary: `Read one ${noun}`, permission: of.read, params: ById, reply: of.item }),
    create: endpoint({ method: 'POST', path, summary: `Create a ${noun}`, permission: of.write, body: of.create, reply: of.item, status: 201 }),
    patch: endpoint({ method: 'PATCH', path: one, summary: `Change a ${noun}`, permission: of.write, params: ById, body: of.patch, reply: of.item }),
    remove: endpoint({ method: 'DELETE', path: one, summary: `Delete a ${noun}`, permission: of.write, params: ById, reply: z.object({ id: z.uuid() }) }),
  }
}
