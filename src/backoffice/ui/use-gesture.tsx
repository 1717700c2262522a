import { useAtomValue } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import { NoAnswer } from '#shared/client/call.ts'
import { AppError } from '#shared/domain/errors.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { ErrorModal } from '#shared/ui/error-modal.tsx'
import { wayBack } from '#shared/ui/way-back.ts'
import { NoEnd, withEnd } from '#shared/ui/with-end.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

/** `no`: the other choice; else « Annuler », or « Retour » when that is what the action does. */
type Asked = { title: string; text: ReactNode; yes: string; no?: string; run: () => Promise<unknown> }

/**
 * An action without a form: archive, remove, accept. Asks for confirmation when the same key cannot undo it; shows a
 * refusal with its counts.
 */
export function useGesture() {
  const isOffline = useAtomValue(isOfflineAtom)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failed, setFailed] = useState<{ error: Error; run: () => Promise<unknown> } | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const isUnderWay = useRef(false)

  const run = async (gesture: () => Promise<unknown>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsRunning(true)
    setFailed(null)
    try {
      await withEnd(gesture())
    } catch (error) {
      setFailed({ error: error instanceof Error ? error : new Error(String(error)), run: gesture })
    } finally {
      isUnderWay.current = false
      setIsRunning(false)
      setAsked(null)
    }
  }

  const again = () => void run(failed!.run)
  const forget = () => setFailed(null)
  const modals = (
    <>
      <CatalogueModal
        opened={asked !== null}
        title={asked?.title ?? ''}
        text={asked?.text}
        actions={[
          { label: asked?.no ?? wayBack(asked?.yes ?? ''), onClick: () => setAsked(null) },
          {
            label: asked?.yes ?? '',
            onClick: () => asked && void run(asked.run),
            isLoading: isRunning,
            ...(isOffline ? { disabledReason: 'Hors ligne\u202f: demande le réseau.' } : {}),
          },
        ]}
      />
      <ErrorModal
        error={failed?.error instanceof AppError ? failed.error : null}
        onGesture={(gesture) => (gesture === 'retry' ? again() : forget())}
      />
      <CatalogueModal
        opened={failed !== null && !(failed.error instanceof AppError)}
        tone="danger"
        title={
          failed?.error instanceof NoAnswer || failed?.error instanceof NoEnd
            ? 'Le serveur n’a pas répondu'
            : 'Le changement n’a pas abouti'
        }
        text="Vérifiez ce qui est affiché, puis recommencez si rien n’a changé."
        actions={[
          { label: 'Fermer', onClick: forget },
          { label: 'Réessayer', onClick: again },
        ]}
      />
    </>
  )
  return {
    run: (gesture: () => Promise<unknown>) => void run(gesture),
    ask: setAsked,
    isAsking: asked !== null || failed !== null,
    isRunning,
    isOffline,
    modals,
  }
}
