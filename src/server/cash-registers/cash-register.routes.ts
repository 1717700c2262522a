import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { currentCashRegister } from '#server/cash-registers/cash-register.service.ts'
import { route, type App } from '#server/route.ts'

export function cashRegisterRoutes(app: App): void {
  route(app, cashRegisters.current, async ({ query }, context) => ({ cashRegister: await currentCashRegister(context, query.userId) }))
}
