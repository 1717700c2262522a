import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, Instant, Money } from '#shared/contract/values.ts'

export const CashRegister = z.object({
  id: Id,
  openedBy: Id,
  openedAt: Instant,
  float: Money,
  closedAt: Instant.nullable(),
  sales: z.int(),
})
export type CashRegister = z.infer<typeof CashRegister>

export const cashRegisters = {
  current: endpoint({ method: 'GET', path: '/cash-registers/current', summary: 'The open register of a user, or null', permission: 'register.use', query: z.object({ userId: Id }), reply: z.object({ cashRegister: CashRegister.nullable() }) }),
}
