import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Tag, tags } from '#shared/contract/tags.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { changing } from '#server/lists/changing.ts'
import { deleteTag, findTag, insertTag, pageOfTags, untagAll, updateTag } from '#server/tags/tag.repo.ts'

export function listTags(
  context: Context,
  { types, page, size }: HandlerInput<typeof tags.list>['query'],
): Promise<{ items: Tag[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => pageOfTags(tx, pharmacyId, { types, page, size }))
}

export function readTag(context: Context, id: string): Promise<Tag> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireTag(tx, pharmacyId, id))
}

/** Throws `requests:conflict` for a label that the type has, however it is written. */
export function createTag(context: Context, tag: HandlerInput<typeof tags.create>['body']): Promise<Tag> {
  return changing(context, async (tx, pharmacyId) => {
    const made = { id: randomUUID(), ...tag }
    await insertTag(tx, pharmacyId, made)
    return made
  })
}

export function changeTag(
  context: Context,
  id: string,
  { label, color }: HandlerInput<typeof tags.patch>['body'],
): Promise<Tag> {
  return changing(context, async (tx, pharmacyId) => {
    const tag = await requireTag(tx, pharmacyId, id)
    const changed = { ...tag, label: label ?? tag.label, color: color ?? tag.color }
    await updateTag(tx, pharmacyId, changed)
    return changed
  })
}

/** Deletes it, and takes it off every row that carries it. */
export function removeTag(context: Context, id: string): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId, touch) => {
    await requireTag(tx, pharmacyId, id)
    const { persons, organizations } = await untagAll(tx, pharmacyId, id)
    touch('persons', persons)
    touch('organizations', organizations)
    await deleteTag(tx, pharmacyId, id)
    return { id }
  })
}

async function requireTag(tx: Tx, pharmacyId: string, id: string): Promise<Tag> {
  const tag = await findTag(tx, pharmacyId, id)
  if (!tag) throw new AppError('requests:notFound')
  return tag
}
