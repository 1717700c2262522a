import { Chip, Group, Input } from '@mantine/core'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'
import type { SupplierValues } from '#backoffice/suppliers/supplier-values.ts'

const days = ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'] as const

/** The days of the week on which a supplier delivers; 1 is Monday. */
export const deliveryDaysField: RecordField<SupplierValues> = {
  key: 'deliveryDays',
  draw: (form) => (
    <Input.Wrapper key="deliveryDays" label="Livre le" error={form.field('deliveryDays').error}>
      <Chip.Group
        multiple
        value={form.values.deliveryDays}
        onChange={(deliveryDays) => form.set({ deliveryDays: deliveryDays.toSorted() })}
      >
        <Group gap={6} mt={4}>
          {days.map((day, index) => (
            <Chip key={day} value={String(index + 1)} size="sm">
              {day}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  ),
}

/** « lun., jeu. » */
export function daysWords(deliveryDays: readonly number[]): string | null {
  return deliveryDays.length === 0 ? null : deliveryDays.map((day) => days[day - 1]).join(', ')
}
