import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAccountForm } from '#shared/session/account/use-account-form.ts'
import { PublicPage } from '#shared/session/public-page.tsx'
import classes from '#shared/session/sign-in-screen.module.css'
import { sendPasswordReset, sentText } from '#shared/session/sign-in.ts'

/** `/mot-de-passe` of both windows: sends the message whose one-time code replaces a password. */
export function ForgottenScreen({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useAccountForm()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSentTo(null)
    void form.submit(
      () => (email.trim() === '' ? { field: 'email', text: 'Indiquez l’adresse e-mail du compte.' } : null),
      async () => {
        const refusal = await sendPasswordReset(email)
        if (!refusal) setSentTo(email.trim())
        return refusal
      },
    )
  }
  return (
    <PublicPage
      title="Mot de passe oublié"
      subtitle="Un message vous permettra d’en choisir un autre. Les ventes continuent."
    >
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <TextInput
          type="email"
          name="email"
          label="Adresse e-mail"
          size="md"
          autoComplete="username"
          autoFocus
          value={email}
          error={form.errorOf('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {form.issue && form.issue.field !== 'email' && (
          <p role="alert" className={classes.refused}>
            {form.issue.text}
          </p>
        )}
        {sentTo && (
          <p role="status" className={classes.sent}>
            {sentText(sentTo, 'Ouvrez-le pour choisir un nouveau mot de passe.')}
          </p>
        )}
        <Button type="submit" size="md" fullWidth loading={form.isWaiting}>
          Envoyer le message
        </Button>
        <Button variant="subtle" size="md" fullWidth onClick={onDone}>
          Revenir à la connexion
        </Button>
      </form>
    </PublicPage>
  )
}
