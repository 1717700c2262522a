import { useState } from 'react'
import { InvitationForm } from '#shared/session/account/invitation-form.tsx'
import { LinkForm } from '#shared/session/account/link-form.tsx'
import { ResetForm } from '#shared/session/account/reset-form.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'

type Action = { kind: 'invitation'; secret: string } | { kind: 'reset'; code: string } | { kind: 'link' }

/** What a link of a message or of an invitation asks for; undefined for another address. */
export function actionOf({ search, hash }: Pick<Location, 'search' | 'hash'>): Action | undefined {
  const secret = new URLSearchParams(hash.slice(1)).get('invitation')
  if (secret) return { kind: 'invitation', secret }
  const query = new URLSearchParams(search)
  const code = query.get('oobCode')
  if (!code) return undefined
  if (query.get('mode') === 'resetPassword') return { kind: 'reset', code }
  return query.get('mode') === 'signIn' ? { kind: 'link' } : undefined
}

/** `/action` of both windows: the page behind the links of messages and invitations. */
export function ActionScreen({ onDone }: { onDone: () => void }) {
  // The address is read once: a router may change it while the form is filled in.
  const [action] = useState(() => actionOf(location))
  switch (action?.kind) {
    case 'invitation':
      return <InvitationForm secret={action.secret} onDone={onDone} />
    case 'reset':
      return <ResetForm code={action.code} onDone={onDone} />
    case 'link':
      return <LinkForm onDone={onDone} />
    case undefined:
      return (
        <ErrorPage
          title="Ce lien n’est pas valable"
          text="Il est incomplet. Ouvrez-le depuis le message reçu, ou demandez-en un autre."
          homeHref="/"
        />
      )
  }
}
