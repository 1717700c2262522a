import { Button, Menu } from '@mantine/core'
import { IconMail, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { type WholesalerClaimDetail, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { claimLetter, claimMailText } from '#shared/domain/statements/claim-letter.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { AnswerModal, CreditModal } from '#backoffice/claims/claim-answer.tsx'
import { claimName } from '#backoffice/claims/claim-words.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { closedText, mailLink, useMails } from '#backoffice/ui/mails/letter.ts'
import { MailModal } from '#backoffice/ui/mails/mail-modal.tsx'
import { plural } from '#shared/ui/plural.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** What may be done with a claim in its state. */
export function ClaimGestures({ claim, onPrint }: { claim: WholesalerClaimDetail; onPrint: () => void }) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const gesture = useGesture()
  const may = useMay(wholesalerClaims.send)
  const [open, setOpen] = useState<'answer' | 'credit' | 'mail' | null>(null)
  const params = { id: claim.id }
  const words = { money: (amount: number) => formatMoney(amount, currency), day: formatDay }
  const written = claimLetter(claim, words)
  const isUnderway = claim.state !== 'draft' && claim.state !== 'canceled'
  const { maySend, closing } = useMails(wholesalerClaims, claim.id)
  const letter = {
    to: claim.supplier.email ?? '',
    subject: `${written.title}${claim.statementReference ? `, relevé ${claim.statementReference}` : ''}`,
    text: claimMailText(written, words),
    closing,
    owner: claim.supplierName,
  }
  const photos = claim.lines.reduce((sum, line) => sum + line.photos, 0)
  const copy = () =>
    gesture.run(async () => {
      await navigator.clipboard.writeText(closedText(letter))
      say({ text: 'Texte copié' })
    })
  const remind = () =>
    gesture.run(async () => {
      await send(wholesalerClaims.remind, { params, body: { after: claim.reminders } })
      say({ text: 'Relance notée' })
    })
  return (
    <>
      {may && claim.state !== 'canceled' && claim.credited === 0 && (
        <CancelWithReason
          label="Annuler"
          question={'Annuler cette réclamation\u202f?'}
          consequence="Ses écarts ne sont plus réclamés. Prévenez le fournisseur si elle est déjà envoyée."
          yes="Annuler la réclamation"
          run={(reason) => send(wholesalerClaims.cancel, { params, body: { reason } })}
        />
      )}
      {claim.state !== 'canceled' && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconMail size={18} aria-hidden />}>
              Courrier
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
              Imprimer la lettre
            </Menu.Item>
            {maySend ? (
              <Menu.Item onClick={() => setOpen('mail')}>Envoyer un e-mail</Menu.Item>
            ) : (
              <Menu.Item component="a" href={mailLink(letter)}>
                Écrire un e-mail
              </Menu.Item>
            )}
            <Menu.Item onClick={copy}>Copier le texte</Menu.Item>
            {may && isUnderway && claim.awaited > 0 && (
              <Menu.Item disabled={gesture.isOffline || gesture.isRunning} onClick={remind}>
                Noter une relance
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {may && isUnderway && claim.state !== 'credited' && (
        <WriteButton variant="default" onClick={() => setOpen('answer')}>
          Réponse
        </WriteButton>
      )}
      {may && isUnderway && claim.awaited > 0 && (
        <WriteButton onClick={() => setOpen('credit')}>Avoir reçu</WriteButton>
      )}
      {may && claim.state === 'draft' && (
        <WriteButton
          loading={gesture.isRunning}
          onClick={() =>
            gesture.run(async () => {
              await send(wholesalerClaims.send, { params })
              say({ text: `${claimName(claim.number)} envoyée` })
            })
          }
        >
          Marquer envoyée
        </WriteButton>
      )}
      {open === 'answer' && <AnswerModal claim={claim} onClose={() => setOpen(null)} />}
      {open === 'credit' && <CreditModal claim={claim} onClose={() => setOpen(null)} />}
      {open === 'mail' && (
        <MailModal
          title={`E-mail à ${claim.supplierName}`}
          mail={wholesalerClaims.mail}
          id={claim.id}
          letter={letter}
          attached={`La lettre est jointe en PDF${photos > 0 ? `, avec ${plural(photos, 'photo')}` : ''}.`}
          onClose={() => setOpen(null)}
        />
      )}
      {gesture.modals}
    </>
  )
}
