import { Select, Stack, TextInput } from '@mantine/core'
import { inventories, type InventoryLine } from '#shared/contract/inventories.ts'
import { adjustmentReasons, type AdjustmentReason, stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { lineStateWords } from '#backoffice/inventories/inventory-words.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import records from '#backoffice/ui/records/records.module.css'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

interface LinePanelProps {
  line: InventoryLine
  inventoryId: string
  mayExplain: boolean
  onClose: () => void
}

/** A lot of an inventory, and why it differs. */
export function LinePanel({ line, inventoryId, mayExplain, onClose }: LinePanelProps) {
  const leave = useLeave()
  const { label, tone } = lineStateWords[line.state]
  return (
    <SidePanel title={line.label} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <div>
          <StatusTag tone={tone}>{label}</StatusTag>
        </div>
        <FactList facts={factsOf(line)} />
        {mayExplain && line.difference !== null && line.difference !== 0 && (
          <Explanation line={line} inventoryId={inventoryId} onClose={onClose} />
        )}
      </div>
    </SidePanel>
  )
}

function Explanation({ line, inventoryId, onClose }: Pick<LinePanelProps, 'line' | 'inventoryId' | 'onClose'>) {
  const send = useSend()
  const form = useForm({
    initial: { reason: line.reason as AdjustmentReason | null, note: line.note ?? '' },
    schema: inventories.explain.body!,
    bodyOf: ({ reason, note }) => ({ stockItemIds: [line.stockItemId], reason, note }),
    send: (body) => send(inventories.explain, { params: { id: inventoryId }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Raison de l’écart" form={form} submitLabel="Enregistrer" onCancel={onClose}>
      <Stack gap="md">
        <Select
          label="Raison de l’écart"
          placeholder="Inconnue"
          clearable
          data={adjustmentReasons.map((value) => ({ value, label: stockReasonWords[value] }))}
          value={form.values.reason}
          onChange={(reason) => form.set({ reason: reason as AdjustmentReason | null })}
        />
        <TextInput label="Note" maxLength={200} {...form.text('note')} />
      </Stack>
    </FormFrame>
  )
}

function factsOf(line: InventoryLine): Fact[] {
  return [
    ['Lot', line.lot],
    ['Expire', line.expiresOn && formatDay(line.expiresOn)],
    ['Conditionnement', line.packaging],
    ['Rangement', line.storage],
    ['Compté', line.counted === null ? null : String(line.counted)],
    ['Attendu à ce moment', line.expected === null ? null : String(line.expected)],
    ['Comptages', line.rounds === 0 ? null : plural(line.rounds, 'fois', 'fois')],
    ['Dernier comptage', line.countedAt && formatMoment(line.countedAt)],
    ['Par', line.countedByName],
    ...(line.countsTwice ? [['Stupéfiant', 'deux comptages identiques'] as const] : []),
  ]
}
