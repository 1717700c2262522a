import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, PageQuery, pageOf, Quantity, Search, sortedBy } from '#shared/contract/values.ts'

const List = z.enum(['list-1', 'list-2', 'narcotic'])

/**
 * One entry of the register of listed medicines. Entries are numbered and never changed. A return has a negative
 * quantity.
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
  prescriber: z.string().nullable(),
  prescriberAddress: z.string().nullable(),
  prescribedOn: Day.nullable(),
  patientName: z.string().nullable(),
  patientAddress: z.string().nullable(),
  dispensedBy: z.string(),
  saleId: Id,
  saleNumber: z.int(),
})
export type PrescriptionEntry = z.infer<typeof PrescriptionEntry>

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
}
