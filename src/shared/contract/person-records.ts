import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, PageQuery, pageOf } from '#shared/contract/values.ts'

const head = {
  id: Id,
  lastName: z.string(),
  firstName: z.string(),
  birthDate: Day.nullable(),
  phone: z.string().nullable(),
}

/** Two persons who look like one and are two. */
const DistinctPair = z.object({
  one: z.object(head),
  other: z.object(head),
  toldByName: z.string(),
  toldAt: Instant,
})
export type DistinctPair = z.infer<typeof DistinctPair>

/** What the office says of records: looked at, or not the same person. Part of `persons`. */
export const personRecordCalls = {
  check: endpoint({
    method: 'PUT',
    path: '/persons/{id}/check',
    summary: 'Say that the record of a person made at the counter was looked at, or take that back',
    permission: 'client.edit',
    touches: ['persons'],
    params: ById,
    body: z.object({ checked: z.boolean() }),
    reply: z.object({ id: Id }),
  }),
  distinctPairs: endpoint({
    method: 'GET',
    path: '/persons/distinct-pairs',
    summary: 'Pairs of persons who were told apart, newest first: they are not proposed as duplicates',
    permission: 'member',
    query: PageQuery,
    reply: pageOf(DistinctPair),
  }),
  tellApart: endpoint({
    method: 'PUT',
    path: '/persons/distinct-pairs',
    summary: 'Say that these persons are all different from one another, or take that back',
    permission: 'client.edit',
    touches: ['persons'],
    body: z.object({ personIds: z.array(Id).min(2).max(50), distinct: z.boolean() }),
    reply: z.object({ personIds: z.array(Id) }),
  }),
}
