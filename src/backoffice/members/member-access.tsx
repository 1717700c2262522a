import { IconBan, IconMailForward, IconUserCheck } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { invitations, type InvitationLink } from '#shared/contract/invitations.ts'
import { type User, users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import { seenText } from '#backoffice/members/seen-text.ts'
import { InvitationMailText, InvitationModal } from '#backoffice/ui/invitation-modal.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Below the form of a member: when and where he was seen, his own account, and whether he may still enter. */
export function MemberAccess({ row: user }: { row: User }) {
  const mayManage = useMay(users.patch)
  const isOwn = useAtomValue(sessionAtom)?.userId === user.id
  return (
    <>
      <span className={text.quiet}>
        {user.lastSeen ? `Dernière ouverture le ${seenText(user)}.` : 'N’a encore ouvert aucun poste.'}
      </span>
      <span className={text.quiet}>{accountText(user)}</span>
      {user.invitationMail && <InvitationMailText mail={user.invitationMail} />}
      {mayManage && user.active && !user.hasAccount && <Inviting user={user} />}
      {mayManage && !isOwn && <Turning user={user} />}
    </>
  )
}

function accountText({ hasAccount, hasPin, email, invitedUntil }: User): string {
  if (hasAccount) return `Se connecte avec son propre compte, ${email ?? ''}.`
  if (invitedUntil !== null)
    return Date.parse(invitedUntil) > Date.now()
      ? `Invité, lien valable jusqu’au ${formatShortDay(invitedUntil)}.`
      : 'Son invitation n’est plus valable.'
  if (!hasPin) return 'Sans code\u00a0: ne peut ouvrir aucun poste. Tapez un code, ou envoyez une invitation.'
  return 'Sans compte personnel\u00a0: ouvre les postes de la pharmacie avec son code.'
}

function Inviting({ user }: { user: User }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const [link, setLink] = useState<InvitationLink | null>(null)
  const params = { id: user.id }
  const invite = () =>
    gesture.run(async () => {
      setLink(await send(invitations.invite, { params }))
    })
  const withdraw = () =>
    gesture.run(async () => {
      await send(invitations.withdraw, { params })
      say({ text: `Invitation de ${displayName(user)} retirée` })
    })
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconMailForward size={18} aria-hidden />}
        loading={gesture.isRunning}
        disabled={user.email === null}
        onClick={invite}
      >
        {user.invitedUntil === null ? 'Inviter' : 'Nouvelle invitation'}
      </WriteButton>
      {user.email === null && <span className={text.quiet}>Indiquez son adresse e-mail pour l’inviter.</span>}
      {user.invitedUntil !== null && (
        <WriteButton variant="default" onClick={withdraw}>
          Retirer l’invitation
        </WriteButton>
      )}
      {link && (
        <InvitationModal
          invited={{ name: user.firstName, email: user.email }}
          link={link}
          mail={user.invitationMail}
          onResend={invite}
          isSending={gesture.isRunning}
          onClose={() => setLink(null)}
        />
      )}
      {gesture.modals}
    </>
  )
}

function Turning({ user }: { user: User }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const name = displayName(user)
  const turn = async (active: boolean) => {
    await send(users.patch, { params: { id: user.id }, body: { active } })
    say({ text: active ? `${name} peut de nouveau se connecter` : `${name} ne peut plus se connecter` })
  }
  const deactivate = () =>
    gesture.ask({
      title: `Désactiver ${name}\u202f?`,
      text: 'Son code n’ouvre plus aucun poste, et ses postes ouverts se ferment en quelques secondes. Ses ventes passées gardent son nom.',
      yes: 'Désactiver',
      run: () => turn(false),
    })
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={user.active ? <IconBan size={18} aria-hidden /> : <IconUserCheck size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={user.active ? deactivate : () => gesture.run(() => turn(true))}
      >
        {user.active ? 'Désactiver l’utilisateur' : 'Réactiver l’utilisateur'}
      </WriteButton>
      {gesture.modals}
    </>
  )
}
