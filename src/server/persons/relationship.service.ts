import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { persons, Relationship } from '#shared/contract/persons.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Context } from '#server/http/context.ts'
import { taken } from '#server/http/taken-fields.ts'
import { findPerson } from '#server/persons/person.repo.ts'
import { knownPerson, reading, writing } from '#server/persons/person.service.ts'
import { areRelated, deleteRelationship, insertRelationship, relativesOf } from '#server/persons/relationship.repo.ts'

export function listRelationships(context: Context, personId: string): Promise<Relationship[]> {
  return reading(context, async (tx, pharmacyId, today) => {
    await knownPerson(tx, pharmacyId, personId, today)
    return relativesOf(tx, pharmacyId, personId)
  })
}

/**
 * `kind` is what the relative is to the person. Throws `requests:taken` when the two are already related, whichever of
 * the two the relationship was entered for; `requests:conflict` for an archived person.
 */
export function relate(
  context: Context,
  personId: string,
  { relativeId, kind }: HandlerInput<typeof persons.relate>['body'],
): Promise<Relationship> {
  return writing(context, async (tx, pharmacyId, today) => {
    const { archived } = await knownPerson(tx, pharmacyId, personId, today)
    if (personId === relativeId) throw atRelative('oneself')
    const relative = await findPerson(tx, pharmacyId, relativeId, today)
    if (!relative || relative.archived) throw atRelative('unknown')
    if (archived) throw new AppError('requests:conflict')
    if (await areRelated(tx, pharmacyId, personId, relativeId)) throw taken('body.relativeId')
    const id = randomUUID()
    await insertRelationship(tx, pharmacyId, { id, personId, relativeId, kind })
    const { firstName, lastName, birthDate } = relative
    return { id, kind, relative: { id: relativeId, firstName, lastName, birthDate, archived: false } }
  })
}

/** Throws `requests:notFound`, also on a second call. */
export function unrelate(context: Context, id: string): Promise<{ id: string }> {
  return writing(context, async (tx, pharmacyId) => {
    if (!(await deleteRelationship(tx, pharmacyId, id))) throw new AppError('requests:notFound')
    return { id }
  })
}

function atRelative(message: 'oneself' | 'unknown'): AppError {
  return new AppError('requests:invalid', { issues: [{ path: 'body.relativeId', message }] })
}
