import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { NewStockExport, stockExports, stockGroupings } from '#shared/contract/stock-exports.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { groupingLabels } from '#backoffice/stock-exports/grouping-labels.ts'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type Values = { at: string | null; groupBy: NewStockExport['groupBy']; format: NewStockExport['format'] }
const initial: Values = { at: null, groupBy: 'lot', format: 'xlsx' }

/** « Nouvel export »: the day, the detail and the kind of file. */
export function NewStockExportPanel({ onClose }: NewPanelProps) {
  const leave = useLeave()
  useTabTitle('Nouvel export de stock')
  return (
    <SidePanel title="Nouvel export de stock" onClose={() => leave(onClose)}>
      <NewStockExportForm onClose={onClose} />
    </SidePanel>
  )
}

function NewStockExportForm({ onClose }: { onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  // A second attempt after a lost answer asks for the same export.
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    initial,
    schema: NewStockExport,
    bodyOf: ({ at, ...values }: Values) => ({ id, ...values, ...(at === null ? {} : { at }) }),
    send: (body) => send(stockExports.create, { body }),
    onDone: () => {
      say({ text: 'L’export se prépare. Il reste dans cette liste pendant 30 jours.' })
      onClose()
    },
    words: { 'at not a moment of the past': 'Choisissez aujourd’hui ou un jour passé, depuis 2000.' },
  })
  const groupBy = form.field('groupBy')
  const format = form.field('format')
  return (
    <FormFrame label="Nouvel export de stock" form={form as never} submitLabel="Préparer le fichier" onCancel={onClose}>
      <DayField
        {...form.field('at')}
        label="Stock à la fin du jour"
        description="Vide : le stock de maintenant"
        yearsAhead={0}
      />
      <Radio.Group label="Une ligne" {...groupBy} onChange={(value) => groupBy.onChange(value as never)}>
        <Stack gap="xs" mt="xs">
          {stockGroupings.map((grouping) => (
            <Radio key={grouping} value={grouping} label={groupingLabels[grouping].toLocaleLowerCase('fr')} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label="Fichier" {...format} onChange={(value) => format.onChange(value as never)}>
        <Stack gap="xs" mt="xs">
          <Radio value="xlsx" label="Excel" />
          <Radio value="csv" label="CSV" />
        </Stack>
      </Radio.Group>
    </FormFrame>
  )
}
