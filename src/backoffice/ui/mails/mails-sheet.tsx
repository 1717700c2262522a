import type { Mail } from '#shared/contract/mails.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { type StatusTone, StatusTag } from '#shared/ui/status-tag.tsx'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'

const stateWords: Record<Mail['state'], { label: string; tone: StatusTone }> = {
  waiting: { label: 'En cours d’envoi', tone: 'info' },
  sent: { label: 'Parti', tone: 'success' },
  failed: { label: 'Non parti', tone: 'danger' },
}

/** The e-mails that the server sent about a record; nothing without one. */
export function MailsSheet({ mails }: { mails: readonly Mail[] }) {
  if (mails.length === 0) return null
  return (
    <Sheet title="E-mails" fact={String(mails.length)}>
      <FactList
        facts={mails.map((mail) => [
          formatMoment(mail.askedAt),
          <span key={mail.id}>
            <StatusTag tone={stateWords[mail.state].tone}>{stateWords[mail.state].label}</StatusTag> {mail.to}
            {mail.files.length > 0 && `, avec ${mail.files.join(', ')}`}
            {mail.problem && (
              <>
                <br />
                {`Réponse de la messagerie\u00a0: ${mail.problem}`}
              </>
            )}
          </span>,
        ])}
      />
    </Sheet>
  )
}
