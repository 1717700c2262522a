import { Button } from '@mantine/core'
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { NoAnswer } from '#shared/client/call.ts'
import { AppError } from '#shared/domain/errors.ts'
import { ErrorModal } from '#shared/ui/error-modal.tsx'
import { wayBack } from '#shared/ui/way-back.ts'
import { NoEnd } from '#shared/ui/with-end.ts'
import classes from '#backoffice/ui/forms/form-frame.module.css'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

interface FormFrameProps {
  label: string
  form: Pick<
    Form<Record<string, unknown>>,
    'refusals' | 'otherIssues' | 'problem' | 'forgetProblem' | 'question' | 'isSending' | 'isTyped' | 'submit'
  >
  onCancel: () => void
  submitLabel?: string
  /** « Créer et nouveau » and Ctrl+Enter: saves, then continues with an empty form. */
  onSubmitAgain?: () => void
  /** Why the form cannot be sent yet; shown to the user. */
  barrier?: string
  children: ReactNode
}

/** The frame of a form: fields, two buttons, and messages for offline, no answer and refusal. */
export function FormFrame({
  label,
  form,
  onCancel,
  submitLabel = 'Enregistrer',
  onSubmitAgain,
  barrier,
  children,
}: FormFrameProps) {
  const isOffline = useAtomValue(isOfflineAtom)
  const leave = useLeave()
  const frame = useRef<HTMLFormElement>(null)
  const { problem, otherIssues, isSending } = form
  useFirstFieldInDialog(frame)
  useFocusOnError(frame, form.refusals)
  const canSubmit = !isOffline && barrier === undefined
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog of another form: the event must not submit the outer one.
    event.stopPropagation()
    if (canSubmit) void form.submit()
  }
  // Ctrl+Enter submits from any field, also from a multi-line one.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (!canSubmit) return
    if (onSubmitAgain) onSubmitAgain()
    else void form.submit()
  }
  return (
    <form ref={frame} aria-label={label} noValidate className={classes.form} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <fieldset className={classes.fields} disabled={isSending}>
        {children}
      </fieldset>
      {otherIssues.map((text) => (
        <Note key={text} isWrong>
          {text}
        </Note>
      ))}
      {problem && !(problem instanceof AppError) && (
        <Note isWrong>
          {problem instanceof NoAnswer || problem instanceof NoEnd
            ? 'Le serveur n’a pas répondu : l’enregistrement n’est pas sûr. Votre saisie est conservée ; vérifiez, puis recommencez.'
            : 'L’enregistrement n’a pas abouti. Votre saisie est conservée.'}
        </Note>
      )}
      {form.question !== null && <Note isWrong>{form.question}</Note>}
      {isOffline && <Note>Hors ligne : enregistrer demande le réseau. Votre saisie est conservée ici.</Note>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => leave(onCancel)}>
          {wayBack(submitLabel)}
        </Button>
        <Button type="submit" loading={isSending} disabled={!canSubmit}>
          {form.question === null ? submitLabel : 'Oui, c’est bien ça'}
        </Button>
        {onSubmitAgain && (
          <Button variant="default" disabled={!canSubmit || isSending} title="Ctrl+Entrée" onClick={onSubmitAgain}>
            {submitLabel} et nouveau
          </Button>
        )}
        {barrier && <span className={classes.barrier}>{barrier}</span>}
      </div>
      <ErrorModal
        error={problem instanceof AppError ? problem : null}
        onGesture={(gesture) => {
          form.forgetProblem()
          if (gesture === 'retry') void form.submit()
        }}
      />
    </form>
  )
}

function Note({ isWrong = false, children }: { isWrong?: boolean; children: ReactNode }) {
  return (
    <p className={`${classes.note} ${isWrong ? classes.wrong : ''}`} role={isWrong ? 'alert' : 'status'}>
      {isWrong ? <IconAlertCircle size={18} aria-hidden /> : <IconCloudOff size={18} aria-hidden />}
      {children}
    </p>
  )
}

/** Without this, the focus trap of a dialog focuses its close button. */
function useFirstFieldInDialog(frame: { current: HTMLFormElement | null }): void {
  useLayoutEffect(() => {
    frame.current
      ?.querySelector('input:not([disabled]):not([type=radio]):not([type=hidden]), textarea, [data-dates-input]')
      ?.setAttribute('data-autofocus', '')
  }, [frame])
}

/**
 * Focuses the first invalid field after a refusal, but not when a field is validated on blur: the user is already
 * typing into the next field.
 */
function useFocusOnError(frame: { current: HTMLFormElement | null }, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [frame, refusals])
}
