import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { destructions } from '#shared/contract/destructions.ts'
import { destructionReasons, stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { doomedLots } from '#backoffice/destructions/doomed-lots.ts'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import { TickedLots, tickOf } from '#backoffice/ui/forms/ticked-lots.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const reasons = destructionReasons.map((value) => ({ value, label: stockReasonWords[value] }))
/** Proposed methods; another one may be typed. */
const methods = ['Incinération', 'Remise au grossiste', 'Remise à l’autorité de santé', 'Prestataire agréé']

/**
 * A new destruction: expired and recalled lots in stock are proposed, other products are added. The lot of the address
 * is ticked.
 */
export function NewDestructionPanel({ values, onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const title = 'Nouvelle destruction'
  useTabTitle(title)
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <NewDestructionForm
          productIds={values['produit'] ? [values['produit']] : []}
          lotId={values['lot']}
          onClose={onClose}
          onMade={onMade}
        />
      </div>
    </SidePanel>
  )
}

interface NewDestructionFormProps {
  productIds: readonly string[]
  lotId: string | undefined
  onClose: () => void
  onMade: (id: string) => void
}

function NewDestructionForm({ productIds, lotId, onClose, onMade }: NewDestructionFormProps) {
  const send = useSend()
  const say = useNotice()
  const products = useAtomValue(productsAtom)
  const today = useAtomValue(todayAtom)
  const [id, setId] = useState(uuid7)
  const [added, setAdded] = useState(productIds)
  const lots = useMemo(() => doomedLots(products.values(), { today, productIds: added }), [products, today, added])
  const form = useForm({
    initial: {
      destroyedOn: today as string | null,
      method: '',
      witness: '',
      note: '',
      lines: lots.filter(({ id: each }) => each === lotId).map(tickOf),
    },
    schema: destructions.create.body!,
    bodyOf: (typed) => ({ ...typed, id, revision: 1 }),
    check: ({ lines }) => (lines.length > 0 ? [] : [{ path: 'lines', text: 'Cochez au moins un lot.' }]),
    send: async (body) => {
      try {
        return await send(destructions.create, { body })
      } catch (error) {
        // Without an answer, the same id destroys once; after a refusal, the next attempt is a new one.
        if (!isSilence(error)) setId(uuid7())
        throw error
      }
    },
    onDone: (report) => {
      say({ text: `Destruction n°\u00a0${report.number} enregistrée` })
      onMade(report.id)
    },
  })
  return (
    <FormFrame label="Nouvelle destruction" form={form} submitLabel="Détruire" onCancel={onClose}>
      <TickedLots
        legend="Lots à détruire"
        none="Aucun lot périmé ni rappelé en stock. Ajoutez un produit ci-dessous."
        lots={lots}
        reasons={reasons}
        {...form.field('lines')}
        errorAt={form.errorAt}
      />
      <ProductField
        label="Ajouter un autre produit"
        value={null}
        except={added}
        onChange={(choice) => choice && setAdded([...added, choice.id])}
      />
      <DayField label="Détruit le" {...form.field('destroyedOn')} />
      <Autocomplete label="Méthode" required maxLength={200} data={methods} {...form.field('method')} />
      <TextInput
        label="Témoin"
        required
        maxLength={200}
        description="Nom et qualité, comme au procès-verbal."
        {...form.text('witness')}
      />
      <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
    </FormFrame>
  )
}
