import { IconBan, IconMailForward, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type PlatformAccount, platformAccounts } from '#shared/contract/platform.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import { selectField } from '#backoffice/platform/select-field.tsx'
import { usePharmacyChoices } from '#backoffice/platform/use-choices.ts'
import { InvitationModal, type InvitationLink } from '#backoffice/ui/invitation-modal.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import type { RecordDeclaration, RecordField } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type Values = { pharmacyId: string; name: string; email: string }

export const kindWords: Record<PlatformAccount['kind'], string> = {
  terminal: 'Poste',
  member: 'Membre',
  admin: 'Plateforme',
}

/** The values of an account are said once: the sign-in service knows it by its address. */
const onlyNew = (field: RecordField<Values>): RecordField<Values> => ({
  ...field,
  draw: (form, how) => (how.isNew ? field.draw(form, how) : null),
})

/** The account of a till: made here, then set up by whoever has its link. */
export const accountRecord: RecordDeclaration<PlatformAccount, Values> = {
  noun: noun('compte', 'm'),
  calls: platformAccounts,
  needs: platformAccounts.patch.permission,
  nameOf: ({ name }) => name,
  initial: (name) => ({ pharmacyId: '', name: name || 'COMPTOIR', email: '' }),
  valuesOf: ({ pharmacy, name, email }) => ({ pharmacyId: pharmacy?.id ?? '', name, email: email ?? '' }),
  bodyOf: (values, { isNew }) => (isNew ? values : {}),
  fields: [
    onlyNew(selectField<Values>('pharmacyId', 'Pharmacie', usePharmacyChoices)),
    onlyNew(textField('name', 'Nom', { description: 'Ce qui distingue ce poste : COMPTOIR, ARRIÈRE.' })),
    onlyNew(textField('email', 'E-mail', { type: 'email', description: 'Il sert à connecter le poste.' })),
  ],
  opensWhenMade: true,
  subtitle: ({ kind, pharmacy }) => [kindWords[kind], pharmacy?.name].filter(Boolean).join(', '),
  Below: AccountAccess,
}

function AccountAccess({ row }: { row: PlatformAccount }) {
  return (
    <>
      {row.email && <span className={text.quiet}>{row.email}</span>}
      {row.invitedUntil && <span className={text.quiet}>{`Invité jusqu’au ${formatShortDay(row.invitedUntil)}.`}</span>}
      {row.kind === 'terminal' && row.active && !row.hasAccount && <Inviting row={row} />}
      <Turning row={row} />
    </>
  )
}

function Inviting({ row: { id, name, email } }: { row: PlatformAccount }) {
  const send = useSend()
  const gesture = useGesture()
  const [link, setLink] = useState<InvitationLink | null>(null)
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconMailForward size={18} aria-hidden />}
        loading={gesture.isRunning}
        onClick={() => gesture.run(async () => setLink(await send(platformAccounts.invite, { params: { id } })))}
      >
        Lien pour connecter le poste
      </WriteButton>
      {link && <InvitationModal invited={{ name, email }} link={link} onClose={() => setLink(null)} />}
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
    say({ text: next ? `${name} peut de nouveau se connecter` : `${name} ne se connecte plus` })
  }
  const deactivate = () =>
    gesture.ask({
      title: `Désactiver ${name} ?`,
      text: 'Ce compte n’ouvre plus rien, et ce qu’il a ouvert se ferme en quelques secondes.',
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
