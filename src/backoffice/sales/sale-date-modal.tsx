import { Textarea } from '@mantine/core'
import { sales, type Sale } from '#shared/contract/sales.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const toCome = 'Cette date est à venir.'

/** Corrects the date of a sale. Stock and register movements keep the time at which they were recorded. */
export function SaleDateModal({ sale: { id, number, soldAt }, onClose }: { sale: Sale; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const form = useForm({
    initial: { soldAt: soldAt as string | null, reason: '' },
    schema: sales.setDate.body!,
    bodyOf: (values) => ({ soldAt: values.soldAt, reason: values.reason }),
    check: (values) =>
      values.soldAt === null
        ? [{ path: 'soldAt', text: 'À remplir.' }]
        : Date.parse(values.soldAt) > Date.now()
          ? [{ path: 'soldAt', text: toCome }]
          : [],
    send: (body) => send(sales.setDate, { params: { id }, body }),
    onDone: onClose,
    words: { 'soldAt in the future': toCome },
  })
  const { value, error } = form.field('soldAt')
  return (
    <PanelModal
      opened
      onClose={() => leave(onClose)}
      title={`Corriger la date de la vente n°\u00a0${number}`}
      size={460}
    >
      <FormFrame
        label="Date de la vente"
        form={form}
        submitLabel="Corriger la date"
        onCancel={onClose}
        {...(value === soldAt ? { barrier: 'Choisissez une autre date.' } : {})}
      >
        <DatePicker
          withTime
          label="Vendue le"
          description={`Enregistrée le ${formatMoment(soldAt)}. Ses plafonds comptent à la nouvelle date.`}
          yearsAhead={0}
          value={value === null ? null : new Date(value)}
          onChange={(date) => form.set({ soldAt: date && date.toISOString() })}
          error={error}
          required
        />
        <Textarea
          label="Motif"
          required
          rows={2}
          maxLength={200}
          description="Il s’inscrit dans l’historique de la vente, avec votre nom."
          {...form.text('reason')}
        />
      </FormFrame>
    </PanelModal>
  )
}
