import { Textarea, TextInput } from '@mantine/core'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { sales, type ReadSale } from '#shared/contract/sales.ts'
import { isDay } from '#shared/domain/dates.ts'
import { readTypedTime } from '#shared/domain/typed-time.ts'
import { dateFromWallClock, wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { toFill } from '#backoffice/ui/forms/field-names.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const toCome = 'Cette date est à venir.'

/** Corrects the date of a sale. Stock and register movements keep the time at which they were recorded. */
export function SaleDateModal({ sale: { id, number, soldAt }, onClose }: { sale: ReadSale; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const [soldDay, soldTime] = dayAndTimeOf(soldAt)
  // The fields show no seconds: an unchanged field keeps the seconds of the sale.
  const momentOf = (typed: { day: string | null; time: string }): string | null => {
    const time = readTypedTime(typed.time)
    return typed.day === soldDay && time === soldTime ? soldAt : instantOf(typed.day, time)
  }
  const form = useForm({
    initial: { day: soldDay as string | null, time: soldTime, reason: '' },
    schema: sales.setDate.body!,
    bodyOf: (values) => ({ soldAt: momentOf(values), reason: values.reason }),
    check: (values) => {
      const moment = momentOf(values)
      if (moment === null) return [{ path: 'soldAt', text: toFill('soldAt') }]
      return Date.parse(moment) > pharmacyNow().getTime() ? [{ path: 'soldAt', text: toCome }] : []
    },
    send: (body) => send(sales.setDate, { params: { id }, body }),
    onDone: onClose,
    words: { 'soldAt in the future': toCome },
  })
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
        {...(momentOf(form.values) === soldAt ? { barrier: 'Choisissez une autre date.' } : {})}
      >
        <DayField
          label="Vendue le"
          description={`Enregistrée le ${formatMoment(soldAt)}. Ses plafonds comptent à la nouvelle date.`}
          yearsAhead={0}
          {...form.field('day', 'soldAt')}
        />
        {/* The browser's own time field writes the hours as its language does, « 08:59 AM » too. */}
        <TextInput
          label="À"
          placeholder="18:05"
          inputMode="numeric"
          autoComplete="off"
          maw={120}
          {...form.text('time')}
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

/** `2026-11-21` and `12:42` in the hours of the pharmacy. */
function dayAndTimeOf(instant: string): [day: string, time: string] {
  const reading = wallClockFromDate(new Date(instant))
  return [reading.slice(0, 10), reading.slice(11, 16)]
}

/** Null without a valid day and time. */
function instantOf(day: string | null, time: string | null): string | null {
  if (day === null || !isDay(day) || time === null) return null
  return dateFromWallClock(`${day} ${time}:00`).toISOString()
}
