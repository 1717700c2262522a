import { noCredit } from '#shared/domain/credit.ts'
import { Money } from '#shared/ui/money.tsx'
import text from '#shared/ui/text.module.css'

/** « Pas de crédit », « 50 000 F CFA » or « Illimité ». `limit` in minor units. */
export function CreditLimit({ limit, unit = true }: { limit: number | null; unit?: boolean }) {
  if (limit === null) return 'Illimité'
  return limit === noCredit ? <span className={text.quiet}>Pas de crédit</span> : <Money amount={limit} unit={unit} />
}
