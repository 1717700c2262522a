import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { readLedger } from '#server/cash-registers/ledger.service.ts'
import {
  actOnRegister,
  currentCashRegister,
  listByDate,
  readReport,
} from '#server/cash-registers/cash-register.service.ts'
import { route, type App } from '#server/http/route.ts'

export function cashRegisterRoutes(app: App): void {
  route(app, cashRegisters.current, async ({ query }, context) => ({
    cashRegister: await currentCashRegister(context, query.userId),
  }))
  route(app, cashRegisters.byDate, ({ query }, context) => listByDate(context, query))
  route(app, cashRegisters.report, ({ query }, context) => readReport(context, query.registerId))
  route(app, cashRegisters.ledger, ({ query }, context) => readLedger(context, query.registerId))
  route(app, cashRegisters.open, ({ body }, context) => actOnRegister(context, { ...body, act: 'open' }))
  route(app, cashRegisters.handOver, ({ params, body }, context) =>
    actOnRegister(context, { ...body, registerId: params.id, act: 'hand-over' }),
  )
  route(app, cashRegisters.count, ({ params, body }, context) =>
    actOnRegister(context, { ...body, registerId: params.id, act: 'count' }),
  )
  route(app, cashRegisters.close, ({ params, body }, context) =>
    actOnRegister(context, { ...body, registerId: params.id, act: 'close' }),
  )
  route(app, cashRegisters.overdraw, ({ params, body }, context) =>
    actOnRegister(context, { ...body, registerId: params.id, act: 'overdraw' }),
  )
  route(app, cashRegisters.reopen, ({ params, body }, context) =>
    actOnRegister(context, { ...body, registerId: params.id, act: 'reopen' }),
  )
}
