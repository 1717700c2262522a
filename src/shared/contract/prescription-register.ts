import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, Note, PageQuery, pageOf, Quantity, Search, sortedBy, Text } from '#shared/contract/values.ts'

const List = z.enum(['list-1', 'list-2', 'narcotic'])

const said = {
  prescriber: z.string().nullable(),
  prescriberAddress: z.string().nullable(),
  prescribedOn: Day.nullable(),
  patientName: z.string().nullable(),
  patientAddress: z.string().nullable(),
}

/**
 * One entry of the register of listed medicines. Entries are numbered and never changed: an amendment adds the missing
 * values, and the values shown here are those of the last amendment. A return has a negative quantity.
 */
export const PrescriptionEntry = z.object({
  number: z.int().positive(),
  enteredAt: Instant,
  dispensedOn: Day,
  list: List,
  label: z.string(),
  lot: z.string().nullable(),
  quantity: Quantity,
  posology: z.string().nullable(),
  ...said,
  /** Oldest first. `former`: the values before the amendment. */
  amendments: z.array(z.object({ at: Instant, byName: z.string(), former: z.object(said) })),
  dispensedBy: z.string(),
  saleId: Id,
  saleNumber: z.int(),
})
export type PrescriptionEntry = z.infer<typeof PrescriptionEntry>

/** The new values of the entry. All five are replaced; only the prescriber is required. */
export const NewAmendment = z.object({
  number: z.int().positive(),
  prescriber: Text,
  prescriberAddress: Note.default(null),
  prescribedOn: Day.nullable().default(null),
  patientName: Note.default(null),
  patientAddress: Note.default(null),
})
export type NewAmendment = z.infer<typeof NewAmendment>

export const prescriptionRegister = {
  list: endpoint({
    method: 'GET',
    path: '/prescription-register',
    summary: 'The register of listed medicines, newest first, or by a column',
    permission: 'report.see',
    query: PageQuery.extend({
      from: Day.optional(),
      to: Day.optional(),
      list: List.optional(),
      search: Search.optional(),
      only: z.enum(['without-prescriber']).optional(),
      sort: sortedBy(
        'number',
        'day',
        'list',
        'label',
        'lot',
        'quantity',
        'posology',
        'prescriber',
        'patient',
        'by',
        'sale',
      ).optional(),
    }),
    reply: pageOf(PrescriptionEntry),
  }),
  amend: endpoint({
    method: 'POST',
    path: '/prescription-register/amendments',
    summary: 'Add what is missing in an entry: the entry itself stays as it was written',
    permission: 'sale.listed',
    touches: ['prescription-register'],
    body: NewAmendment,
    reply: PrescriptionEntry,
    status: 201,
  }),
}
