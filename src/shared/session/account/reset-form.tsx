import { Button } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import classes from '#shared/session/sign-in-screen.module.css'
import { NewPassword, usePasswordPolicy } from '#shared/session/account/new-password.tsx'
import { newPasswordIssue } from '#shared/session/account/new-password-issue.ts'
import { addressOfResetCode, resetPassword } from '#shared/session/account/own-account.ts'
import { useAccountForm } from '#shared/session/account/use-account-form.ts'
import { PublicPage } from '#shared/session/public-page.tsx'
import { signInAtom } from '#shared/session/sign-in.ts'
import { signInRefusal } from '#shared/session/sign-in-errors.ts'

interface ResetFormProps {
  code: string
  onDone: () => void
}

/** A new password with the one-time code of the message, then signed in with it. */
export function ResetForm({ code, onDone }: ResetFormProps) {
  const signIn = useSetAtom(signInAtom)
  const { policy, ask } = usePasswordPolicy()
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [address, setAddress] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useAccountForm()
  useEffect(() => {
    addressOfResetCode(code).then(setAddress, (error: unknown) => setRefused(signInRefusal(error).text))
  }, [code])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (address === null) return
    void form.submit(
      () => newPasswordIssue(policy, typed),
      async () => {
        const refusal = (await resetPassword(code, typed.password)) ?? (await signIn(address, typed.password))
        if (refusal === null) onDone()
        // The policy may have changed since it was read.
        else if (refusal.field === 'password') ask()
        return refusal
      },
    )
  }
  return (
    <PublicPage title="Nouveau mot de passe" subtitle={address ?? 'Pour le compte du message reçu.'}>
      {refused ? (
        <p role="alert" className={classes.refused}>
          {refused}
        </p>
      ) : (
        <form onSubmit={onSubmit} noValidate className={classes.form}>
          <NewPassword
            policy={policy}
            {...typed}
            onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
            errorOf={form.errorOf}
          />
          {form.issue && form.issue.field !== 'password' && form.issue.field !== 'again' && (
            <p role="alert" className={classes.refused}>
              {form.issue.text}
            </p>
          )}
          <Button type="submit" size="md" fullWidth loading={form.isWaiting} disabled={address === null}>
            Enregistrer et se connecter
          </Button>
        </form>
      )}
    </PublicPage>
  )
}
