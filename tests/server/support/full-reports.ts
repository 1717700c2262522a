import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** Two shared reports, one with a schedule and an e-mail that could not be made; the token of an assistant. */
export async function aFullReport(tx: Tx, shop: Shop): Promise<void> {
  const of = { pharmacy_id: shop.id, report_id: idOf(shop.id, 'own report') }
  const at = new Date('2026-02-01T09:00:00Z')
  const question = {
    measures: ['turnover'],
    dimensions: ['day'],
    filters: [],
    period: 'last-week' as const,
    comparison: null,
  }
  await tx
    .insertInto('own_reports')
    .values(
      ['own report', 'another own report'].map((name) => ({
        pharmacy_id: shop.id,
        id: idOf(shop.id, name),
        user_id: shop.titulaire.id,
        shared: true,
        name,
        question: JSON.stringify(question),
      })),
    )
    .execute()
  await tx
    .insertInto('report_schedules')
    .values({
      ...of,
      user_id: shop.titulaire.id,
      rhythm: 'mondays',
      hour: 7,
      recipients: ['titulaire@officine.example'],
      format: 'xlsx',
      set_at: at,
    })
    .execute()
  await tx
    .insertInto('report_sendings')
    .values({ ...of, day: '2026-02-02', id: idOf(shop.id, 'sending'), at, problem: 'off' })
    .execute()
  const token = idOf(shop.id, 'assistant')
  await tx
    .insertInto('assistant_tokens')
    .values({
      pharmacy_id: shop.id,
      id: token,
      user_id: shop.titulaire.id,
      name: 'Assistant du comptable',
      secret_hash: idOf(shop.id, 'hash of an assistant'),
      created_at: at,
      last_day: '2090-01-01',
    })
    .execute()
  await tx
    .insertInto('assistant_calls')
    .values({ pharmacy_id: shop.id, id: idOf(shop.id, 'question'), token_id: token, at, question: null })
    .execute()
}
