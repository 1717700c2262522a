import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconLock, IconMail } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { config } from '#shared/config.ts'
import { sendSignInLink } from '#shared/session/account/own-account.ts'
import { PublicPage } from '#shared/session/public-page.tsx'
import type { SignInRefusal } from '#shared/session/sign-in-errors.ts'
import { sendPasswordReset, sentText, signInAtom } from '#shared/session/sign-in.ts'
import classes from './sign-in-screen.module.css'
import { withEnd } from '#shared/ui/with-end.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

const ProviderButtons = lazy(() =>
  import('#shared/session/provider/provider-buttons.tsx').then((module) => ({ default: module.ProviderButtons })),
)

/** In ms. The sign-in service limits itself no call. */
const limitMs = 90_000
const noAnswer: SignInRefusal = {
  field: 'form',
  text: 'Le service de connexion ne répond pas. Vérifiez le réseau, puis recommencez.',
}

interface SignInScreenProps {
  /** Returns to the lock screen of a known terminal that needs a new sign-in. */
  onLeave?: () => void
}

/** Signs the terminal in; also for platform accounts. Both windows show it on `/connexion`. */
export function SignInScreen({ onLeave }: SignInScreenProps) {
  const { state } = useAtomValue(connectivityAtom)
  return (
    <PublicPage
      title={onLeave ? 'Reconnectez ce poste' : 'Connectez ce poste'}
      subtitle={
        onLeave
          ? 'Ses ventes sont gardées\u00a0; elles seront envoyées dès qu’il sera reconnecté.'
          : 'Une fois par poste. Ensuite, chacun ouvre avec son code.'
      }
      promise="Les ventes restent possibles sans réseau dès que ce poste est connecté."
    >
      <SignInForm isOffline={state === 'offline'} />
      {onLeave && (
        <Button variant="subtle" size="md" fullWidth onClick={onLeave}>
          Revenir à l’équipe
        </Button>
      )}
    </PublicPage>
  )
}

function SignInForm({ isOffline }: { isOffline: boolean }) {
  const signIn = useSetAtom(signInAtom)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isWaiting, setIsWaiting] = useState(false)
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null)
  const [sent, setSent] = useState<string | null>(null)

  const attempt = async (work: () => Promise<SignInRefusal | null>) => {
    setIsWaiting(true)
    setRefusal(null)
    setSent(null)
    const answer = await withEnd(work(), limitMs).catch(() => noAnswer)
    setRefusal(answer)
    setIsWaiting(false)
    return answer === null
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingOf(email, password)
    if (missing) return setRefusal(missing)
    void attempt(() => signIn(email, password))
  }
  const sendTo = async (sends: (email: string) => Promise<SignInRefusal | null>, done: string) => {
    const missing = missingOf(email, 'none needed')
    if (missing) return setRefusal(missing)
    if (await attempt(() => sends(email))) setSent(sentText(email, done))
  }
  const errorOf = (field: SignInRefusal['field']) => (refusal?.field === field ? refusal.text : undefined)

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <TextInput
        type="email"
        name="email"
        autoComplete="username"
        label="Adresse e-mail de la pharmacie"
        size="md"
        leftSection={<IconMail size={22} aria-hidden />}
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={errorOf('email')}
      />
      <div className={classes.password}>
        <Anchor
          component="button"
          type="button"
          className={classes.forgotten}
          onClick={() => void sendTo(sendPasswordReset, 'Ouvrez-le pour choisir un nouveau mot de passe.')}
        >
          Mot de passe oublié{'\u202f'}?
        </Anchor>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          label="Mot de passe"
          size="md"
          leftSection={<IconLock size={22} aria-hidden />}
          visibilityToggleButtonProps={{ 'aria-label': 'Montrer le mot de passe', style: { width: 48, height: 48 } }}
          rightSectionWidth={56}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorOf('password')}
        />
      </div>
      {refusal?.field === 'form' && (
        <p role="alert" className={classes.refused}>
          {refusal.text}
        </p>
      )}
      {sent && (
        <p role="status" className={classes.sent}>
          {sent}
        </p>
      )}
      {isOffline && (
        <p role="status" className={classes.offline}>
          La connexion demande le réseau. Vérifiez le câble ou le wifi.
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={isWaiting}>
        Se connecter
      </Button>
      <Button
        variant="subtle"
        size="md"
        fullWidth
        disabled={isWaiting}
        onClick={() => void sendTo(sendSignInLink, 'Ouvrez son lien sur ce poste.')}
      >
        Recevoir un lien de connexion
      </Button>
      {config.signInProviders.length > 0 && (
        <Suspense>
          <ProviderButtons
            providers={config.signInProviders}
            isDisabled={isWaiting || isOffline}
            onRefusal={setRefusal}
          />
        </Suspense>
      )}
    </form>
  )
}

function missingOf(email: string, password: string): SignInRefusal | null {
  if (email.trim() === '') return { field: 'email', text: 'Indiquez l’adresse e-mail de la pharmacie.' }
  return password === '' ? { field: 'password', text: 'Indiquez le mot de passe.' } : null
}
