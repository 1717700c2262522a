import { IconBan, IconMailForward, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { InvitationLink } from '#shared/contract/invitations.ts'
import { type PlatformPharmacy, platformPharmacies } from '#shared/contract/platform.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import { InvitationMailText, InvitationModal } from '#backoffice/ui/invitation-modal.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Below the form of a pharmacy: its owner and his invitation, how it is used, and whether it may work. */
export function PharmacyUse({ row }: { row: PlatformPharmacy }) {
  return (
    <>
      <span className={text.quiet}>{ownerText(row)}</span>
      {row.owner?.invitationMail && <InvitationMailText mail={row.owner.invitationMail} />}
      {row.owner?.email && !row.owner.hasAccount && <Inviting row={row} />}
      {textsOf(row).map((line) => (
        <span key={line} className={text.quiet}>
          {line}
        </span>
      ))}
      <Suspending row={row} />
    </>
  )
}

function ownerText({ owner }: PlatformPharmacy): string {
  if (!owner) return 'Personne n’a le rôle «\u00a0Titulaire\u00a0».'
  const name = displayName(owner)
  if (owner.hasAccount) return `Titulaire : ${name}, ${owner.email ?? ''}.`
  if (owner.invitedUntil === null) return `Titulaire : ${name}, pas encore invité.`
  return Date.parse(owner.invitedUntil) > Date.now()
    ? `Titulaire : ${name}, invité jusqu’au ${formatShortDay(owner.invitedUntil)}.`
    : `Titulaire : ${name}, son invitation n’est plus valable.`
}

const moment = (instant: string): string => `${formatShortDay(instant)} à ${formatHour(instant)}`

function textsOf({ createdAt, suspendedAt, use }: PlatformPharmacy): string[] {
  return [
    `Sur Officine depuis le ${formatShortDay(createdAt)}.`,
    use.lastSaleAt === null
      ? 'Aucune vente encore.'
      : `${use.salesPerDay} ventes par jour sur 30 jours, la dernière le ${moment(use.lastSaleAt)}.`,
    use.lastContactAt === null
      ? 'Aucun poste ne s’est encore connecté.'
      : `Dernier contact le ${moment(use.lastContactAt)}.`,
    ...(use.versions.length > 0 ? [`Versions en service : ${use.versions.join(', ')}.`] : []),
    ...(suspendedAt === null ? [] : [`Suspendue depuis le ${moment(suspendedAt)}.`]),
  ]
}

function Inviting({ row: { id, owner } }: { row: PlatformPharmacy }) {
  const send = useSend()
  const gesture = useGesture()
  const [link, setLink] = useState<InvitationLink | null>(null)
  const isWaiting = owner?.invitationMail?.state === 'waiting'
  // No hint of a pharmacy reaches the platform.
  useAnswer(platformPharmacies.read, { params: { id } }, { everyMs: isWaiting ? 3000 : undefined })
  const invite = () => gesture.run(async () => setLink(await send(platformPharmacies.inviteOwner, { params: { id } })))
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconMailForward size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={invite}
      >
        {owner?.invitedUntil === null ? 'Inviter le titulaire' : 'Nouvelle invitation'}
      </WriteButton>
      {link && owner && (
        <InvitationModal
          invited={{ name: owner.firstName, email: owner.email }}
          link={link}
          mail={owner.invitationMail}
          onResend={invite}
          isSending={gesture.isRunning}
          onClose={() => setLink(null)}
        />
      )}
      {gesture.modals}
    </>
  )
}

function Suspending({ row: { id, name, suspendedAt } }: { row: PlatformPharmacy }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const turn = async (suspended: boolean) => {
    await send(platformPharmacies.patch, { params: { id }, body: { suspended } })
    say({ text: suspended ? `${name} est suspendue` : `${name} travaille de nouveau` })
  }
  const suspend = () =>
    gesture.ask({
      title: `Suspendre ${name} ?`,
      text: 'Ses postes se ferment en quelques secondes et ne s’ouvrent plus. Ce qu’ils ont vendu avant est gardé et reste accepté.',
      yes: 'Suspendre',
      run: () => turn(true),
    })
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={
          suspendedAt === null ? <IconBan size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
        }
        loading={gesture.isRunning}
        onClick={suspendedAt === null ? suspend : () => gesture.run(() => turn(false))}
      >
        {suspendedAt === null ? 'Suspendre la pharmacie' : 'Lever la suspension'}
      </WriteButton>
      {gesture.modals}
    </>
  )
}
