import { Button, PasswordInput } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#shared/client/call.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { invitations } from '#shared/contract/invitations.ts'
import { isTrivialPin, trivialPinHint } from '#shared/domain/trivial-pin.ts'
import classes from '#shared/session/sign-in-screen.module.css'
import account from '#shared/session/account/account.module.css'
import { NewPassword, usePasswordPolicy } from '#shared/session/account/new-password.tsx'
import { newPasswordIssue } from '#shared/session/account/new-password-issue.ts'
import { acceptInvitation } from '#shared/session/account/own-account.ts'
import { type AccountIssue, issueOf, useAccountForm } from '#shared/session/account/use-account-form.ts'
import { PublicPage } from '#shared/session/public-page.tsx'
import { signInAtom, switchPharmacyAtom } from '#shared/session/sign-in.ts'
import { Loader } from '#shared/ui/loader.tsx'

type Invitation = CallReply<typeof invitations.look>
interface InvitationFormProps {
  secret: string
  onDone: () => void
}

/** An invited member makes his account, chooses his PIN, and is signed in on this terminal. */
export function InvitationForm({ secret, onDone }: InvitationFormProps) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    call(invitations.look, { body: { secret } }).then(setInvitation, (error: unknown) =>
      setRefused(issueOf(error).text),
    )
  }, [secret])
  return (
    <PublicPage
      title={invitation ? `Bienvenue, ${invitation.firstName}` : 'Invitation'}
      subtitle={invitation ? `${invitation.pharmacyName} vous invite. Votre compte\u00a0: ${invitation.email}` : ''}
    >
      {refused ? (
        <p role="alert" className={classes.refused}>
          {refused}
        </p>
      ) : invitation ? (
        <AcceptForm secret={secret} invitation={invitation} onDone={onDone} />
      ) : (
        <Loader />
      )}
    </PublicPage>
  )
}

function AcceptForm({
  secret,
  invitation: { email, needsPin },
  onDone,
}: InvitationFormProps & { invitation: Invitation }) {
  const signIn = useSetAtom(signInAtom)
  // An account that opened another pharmacy before comes in there.
  const enterPharmacy = useSetAtom(switchPharmacyAtom)
  const { policy, ask } = usePasswordPolicy()
  const [typed, setTyped] = useState({ password: '', again: '', pin: '', pinAgain: '' })
  const form = useAccountForm()
  const change = (next: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...next }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(
      () => newPasswordIssue(policy, typed) ?? (needsPin ? pinIssue(typed) : null),
      async () => {
        const { password, pin } = typed
        const answer = await acceptInvitation(secret, { email, password, ...(needsPin ? { pin } : {}) })
        const refusal =
          'field' in answer ? answer : ((await signIn(email, password)) ?? (await enterPharmacy(answer.pharmacyId)))
        if (refusal === null) onDone()
        else if (refusal.field === 'password') ask()
        return refusal
      },
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <NewPassword policy={policy} {...typed} onChange={change} errorOf={form.errorOf} />
      {needsPin && (
        <div className={account.pins}>
          {(['pin', 'pinAgain'] as const).map((key) => (
            <PasswordInput
              key={key}
              label={key === 'pin' ? 'Votre code, 4 chiffres' : 'Répétez le code'}
              size="md"
              inputMode="numeric"
              maxLength={4}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Montrer le code' }}
              value={typed[key]}
              error={form.errorOf(key)}
              onChange={(event) => change({ [key]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
      {(form.issue?.field === 'form' || form.issue?.field === 'email') && (
        <p role="alert" className={classes.refused}>
          {form.issue.text}
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={form.isWaiting}>
        Rejoindre la pharmacie
      </Button>
    </form>
  )
}

function pinIssue({ pin, pinAgain }: { pin: string; pinAgain: string }): AccountIssue | null {
  if (!/^\d{4}$/.test(pin)) return { field: 'pin', text: 'Indiquez quatre chiffres.' }
  if (isTrivialPin(pin)) return { field: 'pin', text: `Trop facile à deviner\u00a0: ${trivialPinHint}` }
  return pin === pinAgain ? null : { field: 'pinAgain', text: 'Les deux codes sont différents.' }
}
