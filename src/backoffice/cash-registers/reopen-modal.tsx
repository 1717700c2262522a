import { Textarea } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { cashRegisters, type RegisterReport } from '#shared/contract/cash-registers.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { useReopening } from '#backoffice/cash-registers/use-reopening.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Asks for the reason to reopen a closed or waiting register, and shows the consequences. */
export function ReopenModal({ report, onClose }: { report: RegisterReport; onClose: () => void }) {
  const { register } = report
  const leave = useLeave()
  const { unanswered, bodyOf, reopen } = useReopening(report)
  const form = useForm({
    initial: { reason: unanswered?.reason ?? '' },
    schema: cashRegisters.reopen.body!,
    bodyOf: ({ reason }) => bodyOf(reason),
    send: reopen,
    onDone: onClose,
  })
  return (
    <Dialog opened onClose={() => leave(onClose)} title={`Rouvrir la caisse de ${register.openedByName}`} size={560}>
      <FormFrame
        label="Rouvrir la caisse"
        form={form}
        submitLabel="Rouvrir la caisse"
        onCancel={onClose}
        {...(register.state !== 'OPEN'
          ? {}
          : { barrier: 'Elle a déjà été rouverte\u00a0: voyez par qui dans le déroulement.' })}
      >
        <Consequences report={report} />
        <Textarea
          label="Motif"
          required
          rows={2}
          maxLength={200}
          readOnly={unanswered !== null}
          description={
            unanswered
              ? 'Déjà envoyé, sans réponse. Il repart tel quel\u00a0: la caisse ne se rouvre qu’une fois.'
              : 'Il s’inscrit dans le déroulement, avec votre nom.'
          }
          {...form.text('reason')}
        />
      </FormFrame>
    </Dialog>
  )
}

function Consequences({ report: { register, counts } }: { report: RegisterReport }) {
  const session = useAtomValue(sessionAtom)
  const { data } = useAnswer(
    cashRegisters.current,
    { query: { userId: session?.userId ?? '' } },
    { enabled: session !== null },
  )
  const own = data?.cashRegister
  const number = counts.findLast(({ kind }) => kind === 'closing')?.number
  return (
    <ul className={classes.consequences}>
      <li>
        Vous en devenez le caissier
        {register.heldBy !== session?.userId && `, à la place de ${register.heldByName}`}. Comptez-la et fermez-la au
        comptoir, à votre nom.
      </li>
      {register.state === 'WAITING' ? (
        <li>
          La fermeture en attente est annulée&nbsp;: les opérations pas encore envoyées entreront dans la caisse
          rouverte.
        </li>
      ) : (
        <li>
          La fermeture{number !== undefined && ` n°\u00a0${number}`} et son rapport restent tels quels&nbsp;; la
          prochaine fermeture aura un nouveau numéro.
        </li>
      )}
      {own && own.id !== register.id && (
        <li className={classes.warned}>
          Vous avez déjà une caisse ouverte, du {formatMoment(own.openedAt)}. Le comptoir n’en montre qu’une par
          personne&nbsp;: fermez-la pour voir celle-ci.
        </li>
      )}
    </ul>
  )
}
