import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'

const Key = z.string().min(1).max(60)
/** Path of a list in the back-office: `/parametres/banques`. */
export const ListPath = z.string().regex(/^\/[a-z0-9/-]{0,80}$/)

/** A member's layout of one list: column order, hidden and added columns. */
export const ListLayout = z.object({
  list: ListPath,
  order: z.array(Key).max(60),
  hidden: z.array(Key).max(60),
  shown: z.array(Key).max(60),
})
export type ListLayout = z.infer<typeof ListLayout>

export const listLayouts = {
  mine: endpoint({
    method: 'GET',
    path: '/list-layouts',
    summary: 'How the member who asks wants each list',
    permission: 'member',
    reply: z.array(ListLayout),
  }),
  put: endpoint({
    method: 'PUT',
    path: '/list-layouts',
    summary: 'Keep how the member who asks wants one list',
    permission: 'member',
    touches: ['list-layouts'],
    body: ListLayout,
    reply: ListLayout,
  }),
}
