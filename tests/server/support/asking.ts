import type { CallInput } from '#shared/contract/endpoint.ts'
import { reports, type Report } from '#shared/contract/reports.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import type { TestApp } from '#tests/server/support/test-app.ts'

export type AskedReport = CallInput<typeof reports.ask>['body']

/** Asks as the owner of the pharmacy. */
export const reportsOf =
  ({ as }: Pick<TestApp, 'as'>) =>
  (shop: Shop, query: AskedReport): Promise<Report> =>
    as(shop.titulaire.token).call(reports.ask, { body: query })

/** The values of each group by its keys, joined. */
export function valuesByKey({ rows }: Report): Record<string, (number | null)[]> {
  return Object.fromEntries(rows.map(({ keys, values }) => [keys.join(' '), values]))
}
