import { SimpleGrid, TextInput } from '@mantine/core'
import type { Currency } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import type { Form } from '#backoffice/ui/forms/use-form.ts'

export type TypedHead = {
  reference: string
  from: string | null
  to: string | null
  dueOn: string | null
  total: string
}

/** The fields of the head of a statement. */
export function StatementHeadFields({ form }: { form: Form<TypedHead> }) {
  return (
    <>
      <TextInput label="N° du relevé" required maxLength={40} {...form.text('reference')} />
      {/* In a narrow panel a whole date needs the line. */}
      <SimpleGrid type="container" cols={{ base: 1, '420px': 2 }}>
        <DayField label="Du" {...form.field('from')} />
        <DayField label="Au" {...form.field('to')} />
        <DayField label="Échéance" yearsAhead={2} {...form.field('dueOn')} />
        <AmountField label="Total TTC" required {...form.field('total')} />
      </SimpleGrid>
    </>
  )
}

/** The typed head as the call wants it; `total` may be negative when credits exceed the goods. */
export function headBody({ total, ...head }: TypedHead, currency: Currency) {
  const text = total.trim()
  const amount = readAmount(text.replace(/^[-−]/, ''), currency) ?? Number.NaN
  return { ...head, total: /^[-−]/.test(text) ? -amount : amount }
}
