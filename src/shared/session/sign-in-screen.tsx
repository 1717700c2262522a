import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconInfoCircle, IconLock, IconMail } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState, type FormEvent } from 'react'
import { config } from '#shared/config.ts'
import { ApothecaryCabinet } from '#shared/session/apothecary-cabinet.tsx'
import type { SignInRefusal } from '#shared/session/sign-in-errors.ts'
import { sendPasswordReset, signInAtom } from '#shared/session/sign-in.ts'
import classes from './sign-in-screen.module.css'
import { ConnectivityPill } from '#shared/ui/connectivity-pill.tsx'
import { HelpLink } from '#shared/ui/help-link.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

interface SignInScreenProps {
  /** Returns to the lock screen of a known terminal that needs a new sign-in. */
  onLeave?: () => void
}

/** Signs the terminal in; also for platform accounts. Both windows show it on `/connexion`. */
export function SignInScreen({ onLeave }: SignInScreenProps) {
  const { state, seconds } = useAtomValue(connectivityAtom)
  return (
    <main className={classes.screen}>
      <section className={classes.cabinet}>
        <ApothecaryCabinet />
      </section>
      <section className={classes.side}>
        <header className={classes.brand}>
          <Logo size={44} ground="light" named />
          <ConnectivityPill state={state} secondsOffline={seconds} ground="light" />
        </header>
        <h1 className={classes.title}>{onLeave ? 'Reconnectez ce poste' : 'Connectez ce poste'}</h1>
        <p className={classes.subtitle}>
          {onLeave
            ? 'Ses ventes sont gardées\u00a0; elles partent dès qu’il est reconnecté.'
            : 'Une fois par poste. Ensuite, chacun ouvre avec son code.'}
        </p>
        <SignInForm isOffline={state === 'offline'} />
        {onLeave && (
          <Button variant="subtle" size="md" fullWidth onClick={onLeave}>
            Revenir à l’équipe
          </Button>
        )}
        <p className={classes.promise}>
          <IconInfoCircle size={24} aria-hidden />
          <span>Les ventes restent possibles sans réseau dès que ce poste est connecté.</span>
        </p>
        <footer className={classes.foot}>
          <HelpLink href={config.helpUrl} withIcon={false} className={classes.help} />
          <span>Français</span>
        </footer>
      </section>
    </main>
  )
}

function SignInForm({ isOffline }: { isOffline: boolean }) {
  const signIn = useSetAtom(signInAtom)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isWaiting, setIsWaiting] = useState(false)
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const attempt = async (work: () => Promise<SignInRefusal | null>) => {
    setIsWaiting(true)
    setRefusal(null)
    setSentTo(null)
    const answer = await work()
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
  const onForgotten = async () => {
    const missing = missingOf(email, 'none needed')
    if (missing) return setRefusal(missing)
    if (await attempt(() => sendPasswordReset(email))) setSentTo(email)
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
        <Anchor component="button" type="button" className={classes.forgotten} onClick={() => void onForgotten()}>
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
      {sentTo && (
        <p role="status" className={classes.sent}>
          Un message est parti à {sentTo}. Ouvrez-le pour choisir un nouveau mot de passe.
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
    </form>
  )
}

function missingOf(email: string, password: string): SignInRefusal | null {
  if (email.trim() === '') return { field: 'email', text: 'Tapez l’adresse e-mail de la pharmacie.' }
  return password === '' ? { field: 'password', text: 'Tapez le mot de passe.' } : null
}
