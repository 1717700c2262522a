import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import type { Page } from '#server/db/paged-rows.ts'
import {
  findRow,
  hasTwin,
  insertRow,
  pageOfFamily,
  rowsInUse,
  updateRow,
  type Family,
  type FamilyRow,
  type Owner,
  type SharedTableWith,
  type TableWith,
} from '#server/families/family.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { route, type App } from '#server/http/route.ts'
import { taken } from '#server/http/taken-fields.ts'
import { changing } from '#server/lists/changing.ts'
import { changingReferential, readingReferential } from '#server/lists/changing-referential.ts'

/** The generic calls of a resource (`contract/resource.ts`); `all` lists the rows that are not archived. */
type FamilyCalls = {
  list: Endpoint
  all?: Endpoint
  read: Endpoint & { reply: z.ZodObject }
  create: Endpoint
  patch: Endpoint
  remove: Endpoint
}

type Field<Calls extends FamilyCalls> = keyof CallReply<Calls['read']> & string

type Declaration<Calls extends FamilyCalls, Computed extends string> = Pick<Family, 'order' | 'filter'> & {
  name: Field<Calls>
  /** Replaces archiving, for a family whose rows have no `archived` or where other rows change with a removal. */
  remove?: (context: Context, id: string) => Promise<{ id: string }>
} & (
    | {
        table: TableWith<Field<Calls>>
        shared?: undefined
        /** The products of the pharmacy whose rows in the tills' list show this row. */
        productsShowing?: ProductsShowing
        /** Throws when a row may not be archived now. */
        refuseArchiving?: RefuseArchiving
      }
    | {
        /** A table of the referential, which all pharmacies share. */
        table: SharedTableWith<Exclude<Field<Calls>, Computed>>
        shared: {
          /** Fields that are counted from other tables. */
          computed: Readonly<Record<Computed, NonNullable<Family['computed']>[string]>>
          /** The columns that, with the name, make a row the only one of its kind. */
          beside?: readonly Field<Calls>[]
          /** The products of the referential whose rows in the pharmacies show this row. */
          productsShowing: (tx: Tx, id: string) => Promise<readonly string[]>
        }
        productsShowing?: undefined
        refuseArchiving?: undefined
      }
  )
type RefuseArchiving = (tx: Tx, pharmacyId: string, id: string) => Promise<void>
type ProductsShowing = (tx: Tx, pharmacyId: string, id: string) => Promise<readonly string[]>

/** Where the rows of a family are, and how a transaction on them begins. */
type Scope = {
  reading<T>(context: Context, work: (tx: Tx, owner: Owner) => Promise<T>): Promise<T>
  /** `changed`: the id of an existing row that is written. */
  changing<T>(context: Context, work: (tx: Tx, owner: Owner) => Promise<T>, changed?: string): Promise<T>
  refuseTwin(tx: Tx, row: FamilyRow): Promise<void>
}

/**
 * Serves all calls of a family that has a name and little else, from its contract and its table: each field of
 * `calls.read` is a column of the same name (in snake case), or computed. Removing a row archives it, so that rows which refer to it
 * keep their reference. A name that exists answers `requests:taken`.
 */
export function serveFamily<const Calls extends FamilyCalls, Computed extends string = never>(
  app: App,
  calls: Calls,
  { remove, shared, productsShowing, refuseArchiving, ...declared }: Declaration<Calls, Computed>,
): void {
  const family: Family = {
    ...declared,
    columns: Object.keys(calls.read.reply.shape),
    ...(shared ? { computed: shared.computed } : {}),
  }
  const { reading, changing, refuseTwin } = shared ? sharedScope(family, shared) : ownScope(productsShowing)
  const fresh = family.columns.includes('archived') ? { archived: false } : {}
  const known = async (tx: Tx, owner: Owner, id: string): Promise<FamilyRow> =>
    requireRow(await findRow(tx, family, owner, id))
  const change = (context: Context, id: string, fields: FamilyRow): Promise<FamilyRow> =>
    changing(
      context,
      async (tx, owner) => {
        const before = await known(tx, owner, id)
        const changed = applyChange(before, fields)
        if (changed['archived'] === true && before['archived'] === false && owner !== null)
          await refuseArchiving?.(tx, owner, id)
        if (fields[family.name] !== undefined) await refuseTwin(tx, changed)
        await updateRow(tx, family, owner, changed)
        return changed
      },
      id,
    )
  const archive = async (context: Context, id: string): Promise<{ id: string }> => {
    await change(context, id, { archived: true })
    return { id }
  }

  route<Endpoint>(app, calls.list, ({ query }, context) =>
    reading(context, (tx, owner) => pageOfFamily(tx, family, owner, query as Page & FamilyRow)),
  )
  if (calls.all)
    route<Endpoint>(app, calls.all, (_, context) => reading(context, (tx, owner) => rowsInUse(tx, family, owner)))
  route<Endpoint>(app, calls.read, ({ params }, context) =>
    reading(context, (tx, owner) => known(tx, owner, idOf(params))),
  )
  route<Endpoint>(app, calls.create, ({ body }, context) =>
    changing(context, async (tx, owner) => {
      const row = { id: randomUUID(), ...fresh, ...(body as FamilyRow) }
      await refuseTwin(tx, row)
      await insertRow(tx, family, owner, row)
      return known(tx, owner, row.id)
    }),
  )
  route<Endpoint>(app, calls.patch, ({ params, body }, context) => change(context, idOf(params), body as FamilyRow))
  route<Endpoint>(app, calls.remove, ({ params }, context) => (remove ?? archive)(context, idOf(params)))
}

/** Rows of the actor's pharmacy. A unique index of the table refuses a name that exists. */
function ownScope(productsShowing: ProductsShowing = () => Promise.resolve([])): Scope {
  return {
    reading: (context, work) => {
      const pharmacyId = pharmacyOf(context)
      return context.database.read(pharmacyId, (tx) => work(tx, pharmacyId))
    },
    changing: (context, work, changed) =>
      changing(context, async (tx, pharmacyId, touch) => {
        const answer = await work(tx, pharmacyId)
        if (changed !== undefined) touch('pharmacy-products', await productsShowing(tx, pharmacyId, changed))
        return answer
      }),
    refuseTwin: () => Promise.resolve(),
  }
}

/**
 * Rows of the referential. Names are compared under the lock of the referential: an import may have brought two that
 * differ only in an accent, which a unique index would not take.
 */
function sharedScope(
  family: Family,
  {
    beside = [],
    productsShowing,
  }: { beside?: readonly string[]; productsShowing: (tx: Tx, id: string) => Promise<readonly string[]> },
): Scope {
  return {
    reading: (context, work) => readingReferential(context, (tx) => work(tx, null)),
    changing: (context, work, changed) =>
      changingReferential(context, async (tx, touch) => {
        const answer = await work(tx, null)
        if (changed !== undefined) touch(await productsShowing(tx, changed))
        return answer
      }),
    async refuseTwin(tx, row) {
      if (await hasTwin(tx, family, row, beside)) throw taken(`body.${family.name}`)
    },
  }
}

/** The schemas of the calls have already parsed the parameters as `ById`. */
function idOf(params: FamilyRow | undefined): string {
  return params!['id'] as string
}
