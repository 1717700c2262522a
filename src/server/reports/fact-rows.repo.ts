import type { FactSource } from '#shared/domain/reports/measure.ts'
import type { FactRows } from '#server/reports/fact-keys.repo.ts'
import { gaps, lines, missed, payments, sales } from '#server/reports/sale-rows.repo.ts'
import { levels, losses, outages, savings, stock } from '#server/reports/stock-rows.repo.ts'
import { bills, deliveries, orders } from '#server/reports/trade-rows.repo.ts'

/** The rows of each source; a dimension that a source lacks here must not be declared for it (`dimensions`). */
export const factRows: Readonly<Record<FactSource, FactRows>> = {
  lines,
  sales,
  payments,
  missed,
  losses,
  gaps,
  stock,
  levels,
  outages,
  savings,
  bills,
  orders,
  deliveries,
}
