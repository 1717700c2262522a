import { NumberInput, Select, Textarea } from '@mantine/core'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { adjustmentReasons, stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { unitWord } from '#shared/domain/unit-word.ts'
import { formatSigned } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { useStockAct } from '#backoffice/stock/use-stock-act.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

export type LotModalProps = { product: PharmacyProduct; lot: StockItem; onClose: () => void }

/** « lot L123 » or « lot sans numéro », as it is named in a sentence. */
export function lotName({ lot }: Pick<StockItem, 'lot'>): string {
  return lot === null ? 'lot sans numéro' : `lot ${lot}`
}

const numberOf = (typed: number | string): number => (typeof typed === 'number' ? typed : NaN)
const quantityWords = { 'no change': 'Le stock a déjà cette quantité.' }

/** What was counted on the shelf; the difference is what is sent, so that sales made meanwhile stay counted. */
export function AdjustModal({ product, lot, onClose }: LotModalProps) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const { made, once } = useStockAct(lot.id)
  const form = useForm({
    initial: { counted: '' as number | string, reason: 'spot-count' as string | null, note: '' },
    schema: stockActs.adjust.body!,
    bodyOf: ({ counted, reason, note }) => ({
      ...made,
      change: numberOf(counted) - lot.quantity,
      reason: reason ?? '',
      note: note.trim() === '' ? null : note,
    }),
    check: ({ counted, reason, note }) => [
      ...(Number.isNaN(numberOf(counted)) ? [{ path: 'change', text: 'Indiquez la quantité comptée.' }] : []),
      ...(numberOf(counted) === lot.quantity ? [{ path: 'change', text: quantityWords['no change'] }] : []),
      ...(reason === 'other' && note.trim() === '' ? [{ path: 'note', text: 'Indiquez le motif dans la note.' }] : []),
    ],
    send: (body) => once(send(stockActs.adjust, { body })),
    onDone: () => {
      say({ text: `Stock du ${lotName(lot)} corrigé` })
      onClose()
    },
  })
  const change = numberOf(form.values.counted) - lot.quantity
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Corriger le ${lotName(lot)}`} size={460}>
      <FormFrame label="Corriger le stock" form={form} submitLabel="Corriger" onCancel={onClose}>
        <p className={text.quiet}>{`${product.label}, ${plural(lot.quantity, 'en stock', 'en stock')}.`}</p>
        <NumberInput
          label="Quantité comptée"
          required
          min={0}
          max={99_999}
          allowDecimal={false}
          thousandSeparator={'\u202f'}
          description={
            Number.isNaN(change) || change === 0 ? undefined : `Écart\u00a0: ${formatSigned(change, { decimals: 0 })}`
          }
          {...form.field('counted', 'change')}
        />
        <Select
          label="Motif"
          required
          allowDeselect={false}
          data={adjustmentReasons.map((value) => ({ value, label: stockReasonWords[value] }))}
          {...form.field('reason')}
        />
        <Textarea
          label="Note"
          rows={2}
          maxLength={200}
          required={form.values.reason === 'other'}
          {...form.text('note')}
        />
      </FormFrame>
    </PanelModal>
  )
}

/** Boxes out, units in: says what becomes of them before it is done. */
export function UnpackModal({ product, lot, onClose }: LotModalProps) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const { made, once } = useStockAct(lot.id)
  const word = unitWord(product.form)
  const form = useForm({
    initial: { boxes: 1 as number | string },
    schema: stockActs.unpack.body!,
    bodyOf: ({ boxes }) => ({ ...made, boxes: numberOf(boxes) }),
    send: (body) => once(send(stockActs.unpack, { body })),
    onDone: () => {
      say({ text: `${lot.packaging} du ${lotName(lot)} déconditionnée` })
      onClose()
    },
  })
  const boxes = numberOf(form.values.boxes)
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Déconditionner le ${lotName(lot)}`} size={460}>
      <FormFrame label="Déconditionner" form={form} submitLabel="Déconditionner" onCancel={onClose}>
        <NumberInput
          label="Boîtes à ouvrir"
          required
          min={1}
          max={Math.max(1, lot.quantity)}
          allowDecimal={false}
          {...form.field('boxes')}
        />
        <p role="status" className={text.quiet}>
          {Number.isNaN(boxes) || boxes < 1
            ? 'Le lot, la péremption et le coût restent les mêmes.'
            : `${plural(boxes, 'boîte')} de ${lot.units} → ${plural(boxes * lot.units, word)}. Le lot, la péremption et le coût restent les mêmes\u00a0; une boîte ouverte ne se referme pas.`}
        </p>
      </FormFrame>
    </PanelModal>
  )
}

/** Sets a lot aside, with its loose units. */
export function QuarantineModal({ product, lot, onClose }: LotModalProps) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const { made, once } = useStockAct(lot.id)
  const form = useForm({
    initial: { note: '' },
    schema: stockActs.block.body!,
    bodyOf: ({ note }) => ({ ...made, act: 'quarantine', note }),
    send: (body) => once(send(stockActs.block, { body })),
    onDone: () => {
      say({ text: `Le ${lotName(lot)} est en quarantaine` })
      onClose()
    },
  })
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Mettre le ${lotName(lot)} en quarantaine`} size={460}>
      <FormFrame label="Mettre en quarantaine" form={form} submitLabel="Mettre en quarantaine" onCancel={onClose}>
        <p className={text.quiet}>
          {`${product.label}\u00a0: aucun poste ne vend plus ce lot, ni ses unités détachées, tant que la quarantaine n’est pas levée.`}
        </p>
        <Textarea label="Pourquoi" rows={2} maxLength={200} {...form.text('note')} />
      </FormFrame>
    </PanelModal>
  )
}
