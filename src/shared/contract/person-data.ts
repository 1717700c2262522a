import * as z from 'zod'
import { PolicyDetail } from '#shared/contract/contract-policies.ts'
import { Bill } from '#shared/contract/clients.ts'
import { PersonDetail } from '#shared/contract/persons.ts'
import { Prescription } from '#shared/contract/sales.ts'
import { Day, Id, Instant, Money, Quantity } from '#shared/contract/values.ts'

const PersonSale = z.object({
  id: Id,
  number: z.int(),
  soldAt: Instant,
  status: z.enum(['CLOSED', 'CANCELED']),
  /** Null while its drawer is withheld from who gives the data (decision 0054); its payments are then left out. */
  total: Money.nullable(),
  prescription: Prescription.nullable(),
  lines: z.array(
    z.object({
      label: z.string(),
      lot: z.string().nullable(),
      quantity: Quantity,
      /** Null in a withheld sale. */
      price: Money.nullable(),
      posology: z.string().nullable(),
    }),
  ),
  payments: z.array(z.object({ type: z.string(), amount: Money })),
  /** When photos of a prescription or voucher were taken; the page of the sale shows them. */
  photos: z.array(Instant),
})
const RegisterEntry = z.object({
  number: z.int(),
  saleId: Id,
  dispensedOn: Day,
  label: z.string(),
  quantity: Quantity,
  prescriber: z.string().nullable(),
  prescribedOn: Day.nullable(),
  patientName: z.string().nullable(),
  patientAddress: z.string().nullable(),
})
const PersonDue = z.object({
  saleId: Id,
  quantity: Quantity,
  owed: z.int().nonnegative(),
  name: z.string(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: Instant,
})

/** All that is kept of one person and of those merged into him, for the person who asks for it. */
export const PersonData = z.object({
  person: PersonDetail,
  policies: z.array(PolicyDetail),
  sales: z.array(PersonSale),
  /** Entries of the register of listed medicines, which the law keeps. */
  register: z.array(RegisterEntry),
  dues: z.array(PersonDue),
  bills: z.array(Bill),
})
export type PersonData = z.infer<typeof PersonData>
