import { Anchor, Button, CopyButton, Group, TextInput } from '@mantine/core'
import { formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/invitation-modal.module.css'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { qrPicture } from '#backoffice/ui/qr-picture.ts'

export type InvitationLink = { secret: string; expiresAt: string }
interface InvitationModalProps {
  invited: { name: string; email: string | null }
  link: InvitationLink
  onClose: () => void
}

/** The link of an invitation, shown once: to scan, to copy, to send by WhatsApp or by e-mail. */
export function InvitationModal({ invited: { name, email }, link, onClose }: InvitationModalProps) {
  // After the « # », so that no server on the way writes the secret into its log.
  const address = `${location.origin}/backoffice/action#invitation=${link.secret}`
  const words = `Bonjour ${name}, voici votre invitation à rejoindre la pharmacie : ${address}`
  return (
    <PanelModal opened onClose={onClose} title={`Inviter ${name}`} centered size={460}>
      <div className={classes.invitation}>
        <img src={qrPicture(address)} alt="Code de l’invitation à scanner avec le téléphone" />
        <p>{`Pour ${name} et personne d’autre : c’est là que se choisissent le mot de passe et le code.`}</p>
        <TextInput label="Lien" readOnly value={address} onFocus={(event) => event.currentTarget.select()} w="100%" />
        <Group gap={8}>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copié' : 'Copier le lien'}
              </Button>
            )}
          </CopyButton>
          <Anchor href={`https://wa.me/?text=${encodeURIComponent(words)}`} target="_blank" rel="noreferrer">
            WhatsApp
          </Anchor>
          <Anchor href={`mailto:${email ?? ''}?body=${encodeURIComponent(words)}`}>E-mail</Anchor>
        </Group>
        <p className={text.quiet}>
          {`Il sert une fois, jusqu’au ${formatShortDay(link.expiresAt)}. Il ne sera plus montré ; un nouveau lien remplace celui-ci.`}
        </p>
      </div>
    </PanelModal>
  )
}
