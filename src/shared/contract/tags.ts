import * as z from 'zod'
import { resource } from '#shared/contract/resource.ts'
import { Id, PageQuery, Search, sortedBy } from '#shared/contract/values.ts'

export const tagTypes = ['person', 'organization', 'contract-policy', 'pharmacy-product'] as const
export const tagColors = ['green', 'blue', 'orange', 'red', 'violet', 'teal', 'gray'] as const

const NewTag = z.object({
  type: z.enum(tagTypes),
  label: z.string().trim().min(1).max(40),
  color: z.enum(tagColors).default('gray'),
})
export const Tag = NewTag.extend({ id: Id })
export type Tag = z.infer<typeof Tag>

/** Several types, separated by commas: `types=person,organization`. */
const Types = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(tagTypes)).min(1))

export const tags = resource({
  path: '/tags',
  noun: 'tag',
  item: Tag,
  create: NewTag,
  patch: NewTag.omit({ type: true }).partial(),
  read: 'member',
  write: 'client.edit',
  touches: ['tags', 'persons', 'organizations'],
  query: PageQuery.extend({
    types: Types.optional(),
    search: Search.optional(),
    sort: sortedBy('label', 'type', 'color').optional(),
  }),
})
