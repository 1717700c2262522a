import { Textarea } from '@mantine/core'
import { confirmableGestures, type UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { gestureName, gestureWords } from '#backoffice/ui/gesture-words.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'
import classes from '#backoffice/unproven-parcels/unproven-parcels.module.css'

/** Confirms what a parcel says, or sets it aside with a reason. */
export function DecideModal({ parcel, onClose }: { parcel: UnprovenParcel; onClose: () => void }) {
  const { parcelId, revision, gesture, amount, sellerName, sentByName, receivedAt } = parcel
  const send = useSend()
  const leave = useLeave()
  const confirming = useGesture()
  const form = useForm({
    initial: { reason: '' },
    schema: unprovenParcels.discard.body!,
    bodyOf: ({ reason }) => ({ revision, reason }),
    send: (body) => send(unprovenParcels.discard, { params: { id: parcelId }, body }),
    onDone: onClose,
  })
  const confirm = async () => {
    await send(unprovenParcels.confirm, { params: { id: parcelId }, body: { revision } })
    onClose()
  }
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={gestureWords[gesture]} size={520}>
      <div className={classes.decide}>
        <p>
          {amount === null ? (
            'Au nom de'
          ) : (
            <>
              <Money amount={amount} unit />, au nom de
            </>
          )}{' '}
          <b>{sellerName}</b>, envoyé par <b>{sentByName}</b>, reçu le {formatMoment(receivedAt)}. Rien n’est encore
          enregistré.
        </p>
        {confirmableGestures.includes(gesture) ? (
          <>
            <p>
              Si {sellerName} l’a bien fait, confirmez{'\u00a0'}: ce sera enregistré à son nom, et l’historique dira que
              vous avez confirmé.
            </p>
            <WriteButton
              className={classes.confirm}
              loading={confirming.isRunning}
              onClick={() =>
                confirming.ask({
                  title: 'Confirmer cet envoi\u202f?',
                  text: `${gestureWords[gesture]} au nom de ${sellerName}. Une confirmation est définitive.`,
                  yes: 'Confirmer',
                  run: confirm,
                })
              }
            >
              Confirmer
            </WriteButton>
          </>
        ) : (
          <p>
            Cette action ({gestureName(gesture)}) ne peut pas être confirmée après coup{'\u00a0'}: refaites-la s’il le
            faut, puis écartez cet envoi.
          </p>
        )}
        <FormFrame label="Écarter" form={form} submitLabel="Écarter" onCancel={onClose}>
          <Textarea
            label="Motif pour écarter"
            required
            rows={2}
            maxLength={200}
            description="Il reste dans cette liste, avec votre nom."
            {...form.text('reason')}
          />
        </FormFrame>
      </div>
      {confirming.modals}
    </PanelModal>
  )
}
