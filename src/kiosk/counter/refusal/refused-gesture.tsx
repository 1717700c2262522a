import { useSetAtom } from 'jotai'
import type { AppError } from '#shared/domain/errors.ts'
import type { ErrorGesture } from '#shared/domain/error-phrases.ts'
import { openFreshRegisterAtom } from '#shared/store/register/fresh-register.ts'
import { ErrorModal } from '#shared/ui/error-modal.tsx'

interface RefusedGestureProps {
  error: AppError
  /** Returns to the screen with the input unchanged. */
  onResume: () => void
  /** Closes the dialog when the user can do nothing more here. */
  onClose: () => void
}

/** The dialog for an action that the server refused. It shows the text of the error catalogue. */
export function RefusedGesture({ error, onResume, onClose }: RefusedGestureProps) {
  const openRegister = useSetAtom(openFreshRegisterAtom)
  const gestures: Record<ErrorGesture, () => void> = {
    resume: onResume,
    retry: onResume,
    close: onClose,
    reload: onClose,
    'sign-in': onClose,
  }
  return (
    <ErrorModal
      error={error}
      onGesture={(gesture) => gestures[gesture]()}
      onward={
        error.message === 'sales:registerClosed'
          ? { label: 'Ouvrir une nouvelle caisse', onClick: () => void openRegister(error.details).then(onResume) }
          : undefined
      }
    />
  )
}
