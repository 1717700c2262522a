import { Anchor, Button, CopyButton, Group, TextInput } from '@mantine/core'
import type { InvitationLink, InvitationMail } from '#shared/contract/invitations.ts'
import type { Mail } from '#shared/contract/mails.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/invitation-modal.module.css'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { qrPicture } from '#backoffice/ui/qr-picture.ts'

const mailWords: Record<Mail['state'], (to: string) => string> = {
  waiting: (to) => `L’invitation part à ${to}\u00a0: elle attend d’être envoyée.`,
  sent: (to) => `L’invitation est partie à ${to}.`,
  failed: (to) => `L’invitation n’est pas partie à ${to}.`,
}

/** What became of the e-mail of an invitation. */
export function InvitationMailText({ mail: { to, state, problem } }: { mail: NonNullable<InvitationMail> }) {
  return (
    <span className={state === 'failed' ? undefined : text.quiet} role={state === 'failed' ? 'alert' : 'status'}>
      {state === 'failed' ? <strong>{mailWords.failed(to)}</strong> : mailWords[state](to)}
      {problem && ` Réponse de la messagerie\u00a0: ${problem}`}
    </span>
  )
}

interface InvitationModalProps {
  invited: { name: string; email: string | null }
  link: InvitationLink
  /** Its e-mail, as the server last told. */
  mail: InvitationMail
  /** Makes a new link, and sends it. */
  onResend: () => void
  isSending: boolean
  onClose: () => void
}

/** The link of an invitation, shown once, and where its e-mail is. Without a mail server the link is handed over. */
export function InvitationModal({
  invited: { name, email },
  link,
  mail,
  onResend,
  isSending,
  onClose,
}: InvitationModalProps) {
  // After the « # », so that no server on the way writes the secret into its log.
  const address = `${location.origin}/backoffice/action#invitation=${link.secret}`
  const words = `Bonjour ${name}, voici votre invitation à rejoindre la pharmacie : ${address}`
  return (
    <PanelModal opened onClose={onClose} title={`Inviter ${name}`} centered size={460}>
      <div className={classes.invitation}>
        {link.isMailed ? (
          <>
            <InvitationMailText mail={mail ?? { to: email ?? '', state: 'waiting', problem: null }} />
            <Button variant="default" loading={isSending} onClick={onResend}>
              Renvoyer
            </Button>
            <p className={text.quiet}>Vous pouvez aussi remettre ce lien vous-même.</p>
          </>
        ) : (
          <p role="status">
            <strong>Rien n’a été envoyé</strong>
            {`\u00a0: aucune messagerie n’est réglée. Remettez ce lien à ${name}.`}
          </p>
        )}
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
          {!link.isMailed && <Anchor href={`mailto:${email ?? ''}?body=${encodeURIComponent(words)}`}>E-mail</Anchor>}
        </Group>
        <p className={text.quiet}>
          {`Il sert une fois, jusqu’au ${formatShortDay(link.expiresAt)}. Il ne sera plus montré ; un nouveau lien remplace celui-ci.`}
        </p>
      </div>
    </PanelModal>
  )
}
