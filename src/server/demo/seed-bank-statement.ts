import type { Tx } from '#server/db/database.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { payersOf } from '#server/demo/demo-payers.ts'

/** A statement of the last bank of the country: one line is matched, one explained, and two wait to be. */
export async function seedBankStatement(
  tx: Tx,
  { id: pharmacy_id, countryCode }: DemoPharmacy,
  { calendar, titulaireId }: { calendar: DemoCalendar; titulaireId: string },
): Promise<void> {
  const statement_id = demoId('bank statement', pharmacy_id)
  const decided = { decided_by: titulaireId, decided_at: calendar.at(2, 9) }
  const line = (position: number, daysAgo: number, label: string, amount: number) => ({
    pharmacy_id,
    statement_id,
    position,
    day: calendar.day(daysAgo).date,
    label,
    amount,
  })
  await tx
    .insertInto('money_statements')
    .values({
      pharmacy_id,
      id: statement_id,
      kind: 'bank',
      account: payersOf(countryCode).banks.at(-1)!,
      from_day: calendar.day(12).date,
      to_day: calendar.day(3).date,
      file_name: 'releve.csv',
      created_by: titulaireId,
      created_at: calendar.at(2, 9),
    })
    .execute()
  for (const row of [
    line(1, 12, 'REMISE TPE 0047', 24_750),
    { ...line(2, 9, 'FRAIS TENUE DE COMPTE', -3_500), explained: 'Frais de la banque', ...decided },
    { ...line(3, 6, 'VIR RECU ASSURANCES', 48_500), reference: 'VIR 204518', way: 'reference' as const },
    line(4, 3, 'REMISE CHEQUES', 61_000),
  ])
    await tx.insertInto('money_statement_lines').values(row).execute()
  await tx
    .insertInto('money_line_matches')
    .values({
      pharmacy_id,
      statement_id,
      position: 3,
      ordinal: 1,
      bill_payment_id: demoId('payment ahead', pharmacy_id),
    })
    .execute()
}
