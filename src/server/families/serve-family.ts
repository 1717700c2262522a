import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import type { Page } from '#server/db/paged-rows.ts'
import {
  findRow,
  insertRow,
  pageOfFamily,
  rowsInUse,
  updateRow,
  type Family,
  type FamilyRow,
  type TableWith,
} from '#server/families/family.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { route, type App } from '#server/http/route.ts'
import { changing } from '#server/lists/changing.ts'

/** The generic calls of a resource (`contract/resource.ts`); `all` lists the rows that are not archived. */
type FamilyCalls = {
  list: Endpoint
  all?: Endpoint
  read: Endpoint & { reply: z.ZodObject }
  create: Endpoint
  patch: Endpoint
  remove: Endpoint
}

type Declaration<Calls extends FamilyCalls> = Pick<Family, 'order' | 'filter'> & {
  name: keyof CallReply<Calls['read']> & string
  table: TableWith<keyof CallReply<Calls['read']>>
  /** Replaces archiving, for a family whose rows have no `archived` or where other rows change with a removal. */
  remove?: (context: Context, id: string) => Promise<{ id: string }>
}

/**
 * Serves all calls of a family that has a name and little else, from its contract and its table: each field of
 * `calls.read` is a column of the same name. Removing a row archives it, so that rows which refer to it keep their
 * reference. A violated unique index of the table answers `requests:conflict`.
 */
export function serveFamily<const Calls extends FamilyCalls>(
  app: App,
  calls: Calls,
  { remove, ...declared }: Declaration<Calls>,
): void {
  const family: Family = { ...declared, columns: Object.keys(calls.read.reply.shape) }
  const fresh = family.columns.includes('archived') ? { archived: false } : {}
  const change = (context: Context, id: string, fields: FamilyRow): Promise<FamilyRow> =>
    changing(context, async (tx, pharmacyId) => {
      const changed = applyChange(requireRow(await findRow(tx, family, pharmacyId, id)), fields)
      await updateRow(tx, family, pharmacyId, changed)
      return changed
    })
  const archive = async (context: Context, id: string): Promise<{ id: string }> => {
    await change(context, id, { archived: true })
    return { id }
  }

  route<Endpoint>(app, calls.list, ({ query }, context) =>
    reading(context, (tx, pharmacyId) => pageOfFamily(tx, family, pharmacyId, query as Page & FamilyRow)),
  )
  if (calls.all)
    route<Endpoint>(app, calls.all, (_, context) =>
      reading(context, (tx, pharmacyId) => rowsInUse(tx, family, pharmacyId)),
    )
  route<Endpoint>(app, calls.read, ({ params }, context) =>
    reading(context, async (tx, pharmacyId) => requireRow(await findRow(tx, family, pharmacyId, idOf(params)))),
  )
  route<Endpoint>(app, calls.create, ({ body }, context) =>
    changing(context, async (tx, pharmacyId) => {
      const row = { id: randomUUID(), ...fresh, ...(body as FamilyRow) }
      await insertRow(tx, family, pharmacyId, row)
      return row
    }),
  )
  route<Endpoint>(app, calls.patch, ({ params, body }, context) => change(context, idOf(params), body as FamilyRow))
  route<Endpoint>(app, calls.remove, ({ params }, context) => (remove ?? archive)(context, idOf(params)))
}

function reading<T>(context: Context, work: (tx: Tx, pharmacyId: string) => Promise<T>): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => work(tx, pharmacyId))
}

/** The schemas of the calls have already parsed the parameters as `ById`. */
function idOf(params: FamilyRow | undefined): string {
  return params!['id'] as string
}
