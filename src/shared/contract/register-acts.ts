import * as z from 'zod'
import { NewCashRegister, NewOverdraw, NewReopening, NewSaleOpening } from '#shared/contract/cash-registers.ts'
import { NewClosing, NewCounting, NewHandOver } from '#shared/contract/register-counts.ts'
import { NewDisbursement } from '#shared/contract/disbursements.ts'
import { NewMovement } from '#shared/contract/movements.ts'
import { Id } from '#shared/contract/values.ts'

const ofRegister = { registerId: Id }
/** An act at a register other than a sale, as a terminal stores it until it is sent. */
export const RegisterAct = z.discriminatedUnion('act', [
  NewCashRegister.extend({ act: z.literal('open') }),
  NewCounting.extend({ ...ofRegister, act: z.literal('count') }),
  NewHandOver.extend({ ...ofRegister, act: z.literal('hand-over') }),
  NewClosing.extend({ ...ofRegister, act: z.literal('close') }),
  NewOverdraw.extend({ ...ofRegister, act: z.literal('overdraw') }),
  NewReopening.extend({ ...ofRegister, act: z.literal('reopen') }),
  NewSaleOpening.extend({ act: z.literal('open-sale'), saleId: Id }),
  z.object({ act: z.literal('move'), id: Id, revision: z.int().positive(), movement: NewMovement }),
  NewDisbursement.extend({ act: z.literal('disburse') }),
])
export type RegisterAct = z.infer<typeof RegisterAct>
