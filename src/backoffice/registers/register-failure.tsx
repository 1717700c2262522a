import { Button } from '@mantine/core'
import type { RegisterImport } from '#shared/contract/register-imports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** That an import or its undo failed, and on demand why. */
export function RegisterFailure({ text, error }: { text: string; error: RegisterImport['error'] }) {
  const gesture = useGesture()
  const failure = new AppError((error?.message ?? 'internal') as 'internal', error?.details)
  return (
    <>
      <p role="alert">{text}</p>
      <Button size="compact-sm" variant="default" onClick={() => gesture.run(() => Promise.reject(failure))}>
        Pourquoi&#8239;?
      </Button>
      {gesture.modals}
    </>
  )
}
