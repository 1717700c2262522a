import { Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type ReturnableLot, supplierReturns } from '#shared/contract/supplier-returns.ts'
import { supplierReturnReasons, type SupplierReturnReason, stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { becauseWords } from '#backoffice/supplier-returns/return-words.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import { type TickableLot, type TickedLot, TickedLots, tickOf } from '#backoffice/ui/forms/ticked-lots.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const reasons = supplierReturnReasons.map((value) => ({ value, label: stockReasonWords[value] }))
const noProducts: readonly string[] = []

/**
 * A new return: the lots that its supplier may take back are proposed, those whose return was decided are ticked. The
 * address may name the supplier, a delivery and a lot.
 */
export function NewReturnPanel({ values, onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const title = 'Nouveau retour'
  useTabTitle(title)
  const [supplierId, setSupplierId] = useState(values['fournisseur'] ?? null)
  const [added, setAdded] = useState<readonly string[]>(values['produit'] ? [values['produit']] : noProducts)
  const lots = useAnswer(
    supplierReturns.candidates,
    {
      query: {
        supplierId: supplierId ?? '',
        ...(values['livraison'] ? { deliveryId: values['livraison'] } : {}),
        ...(added.length > 0 ? { productIds: added.join(',') } : {}),
      },
    },
    { enabled: supplierId !== null },
  ).data
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <SupplierField value={supplierId} onChange={setSupplierId} />
        {supplierId !== null && lots && (
          <NewReturnForm
            key={supplierId}
            supplierId={supplierId}
            lots={lots}
            lotId={values['lot']}
            added={added}
            onAdd={(id) => setAdded([...added, id])}
            onClose={onClose}
            onMade={onMade}
          />
        )}
      </div>
    </SidePanel>
  )
}

interface NewReturnFormProps {
  supplierId: string
  lots: readonly ReturnableLot[]
  lotId: string | undefined
  /** Products that were asked for. */
  added: readonly string[]
  onAdd: (productId: string) => void
  onClose: () => void
  onMade: (id: string) => void
}

function NewReturnForm({ supplierId, lots, lotId, added, onAdd, onClose, onMade }: NewReturnFormProps) {
  const send = useSend()
  const say = useNotice()
  const [id, setId] = useState(uuid7)
  const tickable = useMemo(() => lots.map(tickableOf), [lots])
  const deliveryOf = useMemo(() => new Map(lots.map((lot) => [lot.stockItemId, lot.deliveryId])), [lots])
  const form = useForm({
    initial: {
      note: '',
      lines: lots
        .filter(({ because, stockItemId }) => because === 'task' || stockItemId === lotId)
        .map((lot): TickedLot<SupplierReturnReason> => tickOf(tickableOf(lot))),
    },
    schema: supplierReturns.create.body!,
    bodyOf: ({ note, lines }) => ({
      id,
      revision: 1,
      supplierId,
      note,
      lines: lines.map((line) => ({ ...line, deliveryId: deliveryOf.get(line.stockItemId) ?? null })),
    }),
    check: ({ lines }) => (lines.length > 0 ? [] : [{ path: 'lines', text: 'Cochez au moins un lot.' }]),
    send: async (body) => {
      try {
        return await send(supplierReturns.create, { body })
      } catch (error) {
        // Without an answer, the same id sends once; after a refusal, the next attempt is a new one.
        if (!isSilence(error)) setId(uuid7())
        throw error
      }
    },
    onDone: (made) => {
      say({ text: `Retour n°\u00a0${made.number} enregistré` })
      onMade(made.id)
    },
  })
  return (
    <FormFrame label="Nouveau retour" form={form} submitLabel="Rendre" onCancel={onClose}>
      <TickedLots
        legend="Lots à rendre"
        none="Aucun retour décidé, ni lot périmé ou rappelé de ce fournisseur. Ajoutez un produit ci-dessous."
        lots={tickable}
        reasons={reasons}
        {...form.field('lines')}
        errorAt={form.errorAt}
      />
      <ProductField
        label="Scanner ou chercher un autre produit"
        value={null}
        except={added}
        onChange={(choice) => choice && onAdd(choice.id)}
      />
      <Textarea label="Note" rows={2} maxLength={200} {...form.text('note')} />
    </FormFrame>
  )
}

function tickableOf({ stockItemId, because, ...lot }: ReturnableLot): TickableLot<SupplierReturnReason> {
  return { ...lot, id: stockItemId, why: becauseWords[because] }
}
