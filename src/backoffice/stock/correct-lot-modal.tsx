import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import {
  correctionReasons,
  correctionReasonWords,
  readBoxScan,
  samePrint,
  twinOf,
} from '#shared/domain/lot-corrections.ts'
import { plural } from '#shared/ui/plural.ts'
import { lotName, type LotModalProps } from '#backoffice/stock/lot-modals.tsx'
import { useProductChoices } from '#backoffice/stock/use-product-choices.ts'
import classes from '#backoffice/stock/stock.module.css'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const scanWords = {
  'other-product': 'Ce code est celui d’un autre produit.',
  'no-print': 'Ce code ne dit ni lot ni péremption. Scannez le DataMatrix de la boîte.',
}

type Typed = { lot: string; expiresOn: string | null }
const printedOf = ({ lot, expiresOn }: Typed) => ({ lot: lot.trim() || null, expiresOn })

/** What is printed on the boxes of a lot, typed or scanned, and where they lie. */
export function CorrectLotModal({ product, lot, onClose }: LotModalProps) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const today = useAtomValue(todayAtom)
  const { storages } = useProductChoices()
  const { data: detail } = useAnswer(pharmacyProducts.read, { params: { id: product.id } })
  const [scanned, setScanned] = useState('')
  const [scanIssue, setScanIssue] = useState<string | null>(null)
  const usual = detail?.stockItems.find(({ id }) => id === lot.id)?.storageId ?? null
  const isChanged = (values: Typed) => !samePrint(printedOf(values), lot)
  const twinFor = (values: Typed) => (isChanged(values) ? twinOf(product.stockItems, lot, printedOf(values)) : null)
  const form = useForm({
    initial: {
      lot: lot.lot ?? '',
      expiresOn: lot.expiresOn,
      // undefined: not touched
      storageId: undefined as string | null | undefined,
      reason: 'entry-error' as string | null,
      note: '',
      acceptsTwin: false,
    },
    schema: stockItems.patch.body!,
    bodyOf: ({ reason, storageId, ...values }) => ({
      ...values,
      ...(storageId === undefined ? {} : { storageId }),
      ...(isChanged(values) ? { reason: reason ?? '' } : {}),
    }),
    check: (values) => [
      ...(values.reason === 'other' && values.note.trim() === '' && isChanged(values)
        ? [{ path: 'note', text: 'Indiquez le motif dans la note.' }]
        : []),
      ...(twinFor(values) && !values.acceptsTwin
        ? [{ path: 'acceptsTwin', text: 'Cochez pour garder les deux lots.' }]
        : []),
    ],
    send: (body) => send(stockItems.patch, { params: { id: lot.id }, body }),
    onDone: () => {
      say({ text: `Le ${lotName(lot)} est corrigé` })
      onClose()
    },
  })
  const { values } = form
  const twin = twinFor(values)
  const read = () => {
    const scan = readBoxScan(scanned, today, product.codes)
    setScanned('')
    if (scan.kind !== 'printed') return setScanIssue(scanWords[scan.kind])
    setScanIssue(null)
    form.set({
      lot: scan.printed.lot ?? values.lot,
      expiresOn: scan.printed.expiresOn ?? values.expiresOn,
      reason: 'read-on-box',
    })
  }
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`${product.label}, ${lotName(lot)}`} size={520}>
      <FormFrame label="Corriger le lot" form={form as never} submitLabel="Corriger" onCancel={onClose}>
        <TextInput
          label="Scanner la boîte"
          description="Le DataMatrix propose le lot et la péremption."
          autoComplete="off"
          value={scanned}
          error={scanIssue}
          onChange={({ currentTarget }) => setScanned(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (scanned.trim() !== '') read()
          }}
        />
        <div className={classes.pair}>
          <TextInput label="Lot" maxLength={40} autoComplete="off" {...form.text('lot')} />
          <DayField label="Expire le" {...form.field('expiresOn')} />
        </div>
        {twin && (
          <Checkbox
            label={`Un autre lot porte déjà ce numéro (${plural(twin.quantity, 'boîte')})\u00a0: garder les deux`}
            checked={values.acceptsTwin}
            error={form.errorAt('acceptsTwin')}
            onChange={({ currentTarget }) => form.set({ acceptsTwin: currentTarget.checked })}
          />
        )}
        <Select
          label="Rangement"
          placeholder="Celui du produit"
          clearable
          data={storages}
          value={values.storageId === undefined ? usual : values.storageId}
          error={form.errorAt('storageId')}
          onChange={(storageId) => form.set({ storageId })}
        />
        {isChanged(values) && (
          <>
            <Select
              label="Motif"
              required
              allowDeselect={false}
              data={correctionReasons.map((value) => ({ value, label: correctionReasonWords[value] }))}
              {...form.field('reason')}
            />
            <Textarea
              label="Note"
              rows={2}
              maxLength={200}
              required={values.reason === 'other'}
              {...form.text('note')}
            />
          </>
        )}
      </FormFrame>
    </PanelModal>
  )
}
