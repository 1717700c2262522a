import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { supplierPricePattern } from '#shared/domain/supplier-price.ts'

/** A UUID. Records made at the counter get their id from the terminal. */
export const Id = z.uuid()
/** Minor units of the pharmacy's currency; only safe integers. */
export const Money = z.int()
export const Quantity = z.int()
/**
 * The price of one unit in a request, in minor units. Replies use `Money`: rows from before the cap can still be read.
 * A sale, which a closing may wait for, is checked after its schema (`saleCapIssues`).
 */
export const UnitPrice = Money.nonnegative().max(caps.unitPrice)
/**
 * What a supplier asks for one box, as decimal text in minor units: « 2334.45 » (domain/supplier-price). A whole number
 * is taken too: a gesture that a terminal kept since before has one.
 */
export const SupplierPrice = z.union([z.string().regex(supplierPricePattern), UnitPrice.transform(String)])
/** The amount of a movement, a count or a credit limit in a request, in minor units. */
export const CappedAmount = Money.nonnegative().max(caps.saleTotal)
export const Text = z.string().trim().min(1).max(200)
/** Texts of several lines. Any other text with a line feed is refused (`textIssues`). */
export const multilineTexts = z.registry()
/** Why something was done, in a few lines. */
export const Reason = z.string().trim().min(1).max(200).register(multilineTexts)
/** A calendar day, `2026-11-21`. */
export const Day = z.iso.date()
/** A moment in UTC, `2026-11-21T11:42:00.000Z`. */
export const Instant = z.iso.datetime()
/** What opens something: PINs, secrets of links, tokens. No call that has one is recorded (`recording.ts`). */
export const secretFields = z.registry()
/** The bytes of a picture, in base64: they are not recorded. */
export const pictureFields = z.registry()
/** Four digits. */
export const Pin = z
  .string()
  .regex(/^\d{4}$/)
  .register(secretFields)
/** A token or the secret of a link, as it is answered once. */
export const Secret = z.string().register(secretFields)
/** Percent, an integer from 0 to 100. */
export const Percent = z.int().min(0).max(100)
/** An optional short text; an empty text becomes null. */
export const Note = nullIfEmpty(z.string().trim().max(200))
/** An optional short text of several lines. */
export const Comment = nullIfEmpty(z.string().trim().max(200).register(multilineTexts))
export const ById = z.object({ id: Id })

function nullIfEmpty(text: z.ZodString) {
  return text.transform((given) => (given === '' ? null : given)).nullable()
}

/** The body of every API error; `message` is one of the catalogue (domain/errors.ts). */
export const ErrorBody = z.object({ message: z.string(), details: z.unknown().optional() })

/** `page` counts from 0. `rowsOnly`: the reply has no total and no sums of the whole list, which cost as much as the list is long. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(2000).default(20),
  rowsOnly: z.literal('true').optional().meta({ description: 'Without total and sums: only `items`' }),
})

/** Asks for a page: the first one with total and sums, each later one with `rowsOnly`. */
export function onePage<Input extends { query: { page: number } }>(input: Input): Input {
  return input.query.page === 0 ? input : { ...input, query: { ...input.query, rowsOnly: 'true' } }
}

/** The schema of the reply to this query. */
export function replyTo({ reply }: { reply: z.ZodType }, query: unknown): z.ZodType {
  const isRowsOnly = (query as { rowsOnly?: unknown } | undefined)?.rowsOnly !== undefined
  return isRowsOnly && reply instanceof z.ZodObject ? z.object({ items: reply.shape['items'] as z.ZodType }) : reply
}
/** The search text of a list. */
export const Search = z.string().trim().max(100)

/** Sort keys of a list: `name` ascending, `-name` descending. */
export function sortedBy<const Key extends string>(...keys: readonly Key[]) {
  return z.enum(keys.flatMap((key) => [key, `-${key}` as const]) as unknown as readonly [Key | `-${Key}`])
}

/** The maximum number of values of one filter. */
export const mostValues = 50
/**
 * Several values of one filter in a query, separated by commas: `CASH,CHEQUE`. The handler receives an array without
 * duplicates, also for one value. No value contains a comma.
 */
export function severalOf<Value extends string>(item: z.ZodType<Value>) {
  return z
    .string()
    .max(4000)
    .meta({ description: `Up to ${mostValues} values with commas between them` })
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(item).max(mostValues) as unknown as z.ZodType<Value[], string[]>)
}

/**
 * With `cursor`, the reply contains the changes since that cursor instead of a page (empty: all rows). `epoch`: the
 * epoch of the database that issued the cursor.
 */
export const ListQuery = PageQuery.extend({ cursor: z.string().max(120).optional(), epoch: Id.optional() })

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int() })
}

/**
 * A page, or the changes since a cursor: `removed` lists the ids that left the list, `more` asks the client to continue
 * from `cursor`. A different `epoch` means that the server was rebuilt or restored: the client reads the list again
 * from the start.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    cursor: z.string().optional(),
    more: z.boolean().optional(),
    epoch: z.string().optional(),
    removed: z.array(Id).optional(),
  })
}

/**
 * Names of the roles that a member had when making a parcel, for display only. The server reads the rights from its own
 * database.
 */
export const RoleNames = z.array(z.string().regex(/^\P{Cc}*$/u)).max(20)
