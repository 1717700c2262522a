import { Button, TextInput } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import classes from '#shared/session/sign-in-screen.module.css'
import { addressOfSentLink, forgetSentLink } from '#shared/session/account/own-account.ts'
import { useAccountForm } from '#shared/session/account/use-account-form.ts'
import { PublicPage } from '#shared/session/public-page.tsx'
import { enterAtom } from '#shared/session/sign-in.ts'
import { firebase } from '#shared/session/token.ts'

/** Signs in with the link of a message. On another device than the one that asked for it, the address is typed again. */
export function LinkForm({ onDone }: { onDone: () => void }) {
  const enter = useSetAtom(enterAtom)
  const [email, setEmail] = useState(addressOfSentLink() ?? '')
  const form = useAccountForm()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(
      () => (email.trim() === '' ? { field: 'email', text: 'Indiquez l’adresse qui a reçu le lien.' } : null),
      async () => {
        const refusal = await enter(async (auth) => {
          const { signInWithEmailLink } = await firebase()
          return signInWithEmailLink(auth, email.trim(), location.href)
        })
        if (refusal) return refusal
        forgetSentLink()
        onDone()
        return null
      },
    )
  }
  return (
    <PublicPage title="Se connecter par lien" subtitle="L’adresse qui a reçu le message.">
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <TextInput
          type="email"
          label="Adresse e-mail"
          size="md"
          autoComplete="username"
          value={email}
          error={form.errorOf('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {form.issue && form.issue.field !== 'email' && (
          <p role="alert" className={classes.refused}>
            {form.issue.text}
          </p>
        )}
        <Button type="submit" size="md" fullWidth loading={form.isWaiting}>
          Se connecter
        </Button>
      </form>
    </PublicPage>
  )
}
