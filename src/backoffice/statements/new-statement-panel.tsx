import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { addDays } from '#shared/domain/dates.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { headBody, StatementHeadFields, type TypedHead } from '#backoffice/statements/statement-head-fields.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Nouveau relevé'

/** Enters a statement by hand; its page opens to add the lines. */
export function NewStatementPanel({ onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const send = useSend()
  const currency = useCurrency()
  const lastDay = addDays(`${useAtomValue(todayAtom).slice(0, 7)}-01`, -1)
  const [id] = useState(uuid7)
  useTabTitle(title)
  const form = useForm({
    initial: {
      supplierId: null as string | null,
      reference: '',
      // statements are of a month that has ended
      from: `${lastDay.slice(0, 7)}-01`,
      to: lastDay,
      dueOn: null,
      total: '',
    } as TypedHead & { supplierId: string | null },
    schema: billStatements.create.body!,
    bodyOf: (typed) => ({ ...headBody(typed, currency), id, supplierId: typed.supplierId }),
    send: (body) => send(billStatements.create, { body }),
    onDone: (statement) => onMade(statement.id),
  })
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <p>
          Le relevé est un fichier&nbsp;? <TextLink to="/releves/import">Importer le relevé</TextLink>
        </p>
        <FormFrame label={title} form={form} submitLabel="Commencer" onCancel={onClose}>
          <SupplierField {...form.field('supplierId')} />
          <StatementHeadFields form={form} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}
