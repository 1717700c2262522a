import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { providerName } from '#shared/session/provider/provider-name.ts'
import {
  isBackFromProvider,
  loadProviderSignIn,
  popupSignInAtom,
  redirectSignInAtom,
  returnSignInAtom,
} from '#shared/session/provider/provider-sign-in.ts'
import type { SignInRefusal } from '#shared/session/sign-in-errors.ts'
import { signInStateAtom } from '#shared/session/sign-in-state.ts'

interface ProviderButtonsProps {
  providers: readonly string[]
  isDisabled: boolean
  /** Null at the start of an attempt, and after one that succeeded. */
  onRefusal: (refusal: SignInRefusal | null) => void
}

/** « Continuer avec Google »: in a window, or in this page where the browser blocks windows. */
export function ProviderButtons({ providers, isDisabled, onRefusal }: ProviderButtonsProps) {
  const state = useAtomValue(signInStateAtom)
  const openWindow = useSetAtom(popupSignInAtom)
  const leavePage = useSetAtom(redirectSignInAtom)
  const comeBack = useSetAtom(returnSignInAtom)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBlocked, setIsBlocked] = useState(false)

  const attempt = async (work: () => Promise<SignInRefusal | null>) => {
    onRefusal(null)
    const refusal = await work()
    setIsBlocked(refusal?.isBlocked === true)
    onRefusal(refusal)
  }
  useEffect(() => {
    void loadProviderSignIn()
    if (isBackFromProvider()) void comeBack().then(onRefusal)
    // Once: coming back is an event of the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <>
      {providers.map((id) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          disabled={isDisabled || state === 'redirect' || (state === 'popup' && chosen !== id)}
          loading={state === 'popup' && chosen === id}
          onClick={() => {
            setChosen(id)
            void attempt(() => openWindow(id))
          }}
        >
          {`Continuer avec ${providerName(id)}`}
        </Button>
      ))}
      {isBlocked && chosen && (
        <Button variant="subtle" size="md" fullWidth onClick={() => void attempt(() => leavePage(chosen))}>
          {`Ouvrir ${providerName(chosen)} dans cette page`}
        </Button>
      )}
      {state === 'popup' && (
        <p role="status">
          Terminez dans la fenêtre qui s’est ouverte. Si vous l’avez fermée, attendez quelques secondes.
        </p>
      )}
      {state === 'redirect' && <p role="status">Connexion en cours…</p>}
    </>
  )
}
