import { IconBan, IconMailForward, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { InvitationLink } from '#shared/contract/invitations.ts'
import { type PlatformAccount, platformAccounts } from '#shared/contract/platform.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import { kindWords } from '#backoffice/platform/account-record.ts'
import { InvitationMailText, InvitationModal } from '#backoffice/ui/invitation-modal.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import classes from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** An account: whose it is, and whether it may still come in. Its address never changes: the sign-in service knows it by it. */
export function AccountPanel({ id, onClose }: PanelProps) {
  const { data: row, error, retry } = useAnswer(platformAccounts.read, { params: { id } })
  const title = row?.name ?? 'Compte'
  useTabTitle(title)
  return (
    <SidePanel
      title={title}
      subtitle={row && [kindWords[row.kind], row.pharmacy?.name].filter(Boolean).join(', ')}
      onClose={onClose}
    >
      {row ? (
        <div className={classes.body}>
          <AccountAccess row={row} />
        </div>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce compte n’existe pas ou n’existe plus." />
      )}
    </SidePanel>
  )
}

function AccountAccess({ row }: { row: PlatformAccount }) {
  return (
    <>
      {row.email && <span className={text.quiet}>{row.email}</span>}
      {row.invitedUntil && <span className={text.quiet}>{`Invité jusqu’au ${formatShortDay(row.invitedUntil)}.`}</span>}
      {row.invitationMail && <InvitationMailText mail={row.invitationMail} />}
      {row.kind === 'terminal' && row.active && !row.hasAccount && <Inviting row={row} />}
      <Turning row={row} />
    </>
  )
}

function Inviting({ row: { id, name, email, invitationMail } }: { row: PlatformAccount }) {
  const send = useSend()
  const gesture = useGesture()
  const [link, setLink] = useState<InvitationLink | null>(null)
  // No hint of a pharmacy reaches the platform.
  useAnswer(
    platformAccounts.read,
    { params: { id } },
    { everyMs: invitationMail?.state === 'waiting' ? 3000 : undefined },
  )
  const invite = () => gesture.run(async () => setLink(await send(platformAccounts.invite, { params: { id } })))
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconMailForward size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={invite}
      >
        Inviter à connecter le poste
      </WriteButton>
      {link && (
        <InvitationModal
          invited={{ name, email }}
          link={link}
          mail={invitationMail}
          onResend={invite}
          isSending={gesture.isRunning}
          onClose={() => setLink(null)}
        />
      )}
      {gesture.modals}
    </>
  )
}

function Turning({ row: { id, name, active } }: { row: PlatformAccount }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const turn = async (next: boolean) => {
    await send(platformAccounts.patch, { params: { id }, body: { active: next } })
    say({ text: next ? `${name} peut de nouveau se connecter` : `${name} ne peut plus se connecter` })
  }
  const deactivate = () =>
    gesture.ask({
      title: `Désactiver ${name} ?`,
      text: 'Ce compte ne pourra plus se connecter, et ses postes ouverts se ferment en quelques secondes.',
      yes: 'Désactiver',
      run: () => turn(false),
    })
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={active ? <IconBan size={18} aria-hidden /> : <IconUserCheck size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={active ? deactivate : () => gesture.run(() => turn(true))}
      >
        {active ? 'Désactiver le compte' : 'Réactiver le compte'}
      </WriteButton>
      {gesture.modals}
    </>
  )
}
