import type { FactValue } from '#shared/domain/error-facts.ts'
import { formatDay, formatDuration } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'

/** A fact of a refusal, as people read it. */
export function FactText({ value }: { value: FactValue }) {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatAmount(value, { decimals: 0 })
  if ('money' in value) return <Money amount={value.money} unit />
  return 'day' in value ? formatDay(value.day) : formatDuration(value.seconds)
}
