import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Domain, domains } from '#shared/contract/platform.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { deleteDomain, findDomain, insertDomain, pageOfDomains, renameDomain } from '#server/platform/domain.repo.ts'

export function listDomains(
  { database }: Context,
  query: HandlerInput<typeof domains.list>['query'],
): Promise<{ items: Domain[]; total: number }> {
  return database.platform((tx) => pageOfDomains(tx, query))
}

/** Throws `requests:notFound`. */
export function readDomain({ database }: Context, id: string): Promise<Domain> {
  return database.platform((tx) => requireDomain(tx, id))
}

export function createDomain(context: Context, name: string): Promise<Domain> {
  return changingPlatform(context, async (tx) => {
    const id = randomUUID()
    await insertDomain(tx, id, name)
    return requireDomain(tx, id)
  })
}

/** Throws `requests:notFound`. */
export function changeDomain(context: Context, id: string, { name }: { name?: string | undefined }): Promise<Domain> {
  return changingPlatform(context, async (tx) => {
    await requireDomain(tx, id)
    if (name !== undefined) await renameDomain(tx, id, name)
    return requireDomain(tx, id)
  })
}

/** Throws `requests:conflict` while the group has pharmacies. */
export function removeDomain(context: Context, id: string): Promise<{ id: string }> {
  return changingPlatform(context, async (tx) => {
    if ((await requireDomain(tx, id)).pharmacies > 0) throw new AppError('requests:conflict')
    await deleteDomain(tx, id)
    return { id }
  })
}

async function requireDomain(tx: Tx, id: string): Promise<Domain> {
  return requireRow(await findDomain(tx, id))
}

/** A write that no window of a pharmacy shows. */
function changingPlatform<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  context.changes.pharmacies = []
  return context.database.platform(work)
}
