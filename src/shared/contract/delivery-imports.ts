import * as z from 'zod'
import { NoteNumber } from '#shared/contract/deliveries.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, Money, multilineTexts, Quantity, SupplierPrice } from '#shared/contract/values.ts'
import { decimalMarks } from '#shared/domain/files/decimals.ts'
import { noteFields } from '#shared/domain/delivery-notes/note-fields.ts'

const HeaderText = z.string().max(200).register(multilineTexts)

/** How the files of a supplier are read: the header of each field, and the decimal mark of the prices. */
export const NoteProfile = z.object({
  columns: z.partialRecord(z.enum(noteFields), HeaderText.optional()),
  decimals: z.enum(decimalMarks),
})

/** One line of the file and what it means. Prices in minor units. */
export const ImportedRow = z.object({
  line: z.int(),
  code: z.string(),
  label: z.string(),
  /** `error`: unreadable, with its reasons. `aside`: a total or a title. */
  outcome: z.enum(['known', 'proposed', 'unknown', 'error', 'aside']),
  productId: Id.nullable(),
  productLabel: z.string().nullable(),
  by: z.enum(['remembered', 'code', 'decision']).nullable(),
  proposals: z.array(z.object({ id: Id, label: z.string() })),
  /** In French, for the member who reads the preview. */
  reasons: z.array(z.object({ field: z.enum(noteFields), text: z.string() })),
  isExpired: z.boolean(),
  row: z
    .object({
      ordered: Quantity.nullable(),
      delivered: Quantity,
      free: Quantity,
      purchasePrice: SupplierPrice.nullable(),
      salePrice: Money.nullable(),
      vat: z.int(),
      lot: z.string().nullable(),
      expiresOn: Day.nullable(),
    })
    .nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** A file that was read. Nothing of it is booked. */
export const DeliveryImport = z.object({
  id: Id,
  /** Null for the file of an opening stock. */
  supplierId: Id.nullable(),
  supplierName: z.string().nullable(),
  /** Null for a delivery by hand, without a file. */
  fileName: z.string().nullable(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
  /** The sheets of a spreadsheet; one table without a name for a text file. */
  tables: z.array(
    z.object({
      name: z.string().nullable(),
      headers: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
      rows: z.int(),
    }),
  ),
  sheet: z.int(),
  profile: NoteProfile,
  /** Where the profile comes from: the supplier's last file, a known layout (its name), the headers, or a member. */
  readBy: z.object({ kind: z.enum(['kept', 'layout', 'headers', 'member']), name: z.string().nullable() }),
  /** Another supplier whose files look like this one. */
  looksLike: z.string().nullable(),
  rows: z.array(ImportedRow),
  /** One delivery for each note number in the file; null: the file says none. `knownAs`: received before. */
  notes: z.array(
    z.object({
      bl: z.string().nullable(),
      day: Day.nullable(),
      lines: z.int(),
      total: Money,
      knownAs: z.object({ id: Id, number: z.int() }).nullable(),
    }),
  ),
})
export type DeliveryImport = z.infer<typeof DeliveryImport>

/** Decisions about lines without a known product: one of the pharmacy's products, or null for none yet. */
const Decision = z.object({ line: z.int().positive(), productId: Id.nullable() })

const byDelivery = { permission: 'delivery.manage' } as const

export const deliveryImports = {
  create: endpoint({
    ...byDelivery,
    method: 'POST',
    path: '/delivery-imports',
    summary: 'Read the file of a delivery note or of an opening stock (`bl`), or begin without one; nothing is booked',
    touchesNothing: 'What was read is shown only to who sent it',
    multipart: { megabytes: 15 },
    /** Without a supplier: the file of an opening stock. */
    body: z
      .object({ supplierId: Id.optional(), bl: z.file().optional() })
      .refine(({ supplierId, bl }) => supplierId !== undefined || bl !== undefined, { error: 'a supplier or a file' }),
    reply: DeliveryImport,
    status: 201,
  }),
  read: endpoint({
    permission: 'stock.see-cost',
    method: 'GET',
    path: '/delivery-imports/{id}',
    summary: 'A file that was read, and what it means with today’s products',
    params: ById,
    reply: DeliveryImport,
  }),
  patch: endpoint({
    ...byDelivery,
    method: 'PATCH',
    path: '/delivery-imports/{id}',
    summary: 'Read the file in another way, or say which products its lines are',
    touchesNothing: 'What was read is shown only to who sent it',
    cleansTexts: true,
    params: ById,
    body: z
      .object({
        sheet: z.int().min(0).max(200),
        profile: NoteProfile,
        decisions: z.array(Decision).max(20_000),
      })
      .partial(),
    reply: DeliveryImport,
  }),
  book: endpoint({
    ...byDelivery,
    method: 'POST',
    path: '/delivery-imports/{id}/deliveries',
    summary: 'Begin the deliveries of a file, all or none; keeps how it was read and which product each code means',
    touches: ['deliveries', 'suppliers', 'pharmacy-products'],
    params: ById,
    body: z.object({
      receivedOn: Day,
      /** The number of the note, when the file says none. */
      bl: NoteNumber.nullable().default(null),
    }),
    reply: z.object({ ids: z.array(Id) }),
    status: 201,
  }),
  enter: endpoint({
    method: 'POST',
    path: '/delivery-imports/{id}/lots',
    summary: 'Enter the lines of a file without a supplier as lots with quantity, cost and price, all or none',
    permission: 'stock.adjust',
    touches: ['pharmacy-products', 'deliveries'],
    params: ById,
    /** `makesProducts`: lines of no known product become products of the pharmacy alone. */
    body: z.object({ makesProducts: z.boolean() }),
    reply: z.object({ lots: z.int(), units: z.int(), products: z.int(), value: Money }),
    status: 201,
  }),
}
