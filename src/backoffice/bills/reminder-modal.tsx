import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { IconCopy, IconMail, IconPhone, IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { billFollowUps, type Collection } from '#shared/contract/bill-follow-ups.ts'
import { bills } from '#shared/contract/bills.ts'
import { type ReminderStep, reminderSteps } from '#shared/domain/billing/reminder-step.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { ReminderLetter } from '#backoffice/bills/reminder-letter.tsx'
import { remindedBills, reminderMail, reminderMessage, stepWords } from '#backoffice/bills/reminder-text.ts'
import { mailLink, useMails } from '#backoffice/ui/mails/letter.ts'
import { MailModal } from '#backoffice/ui/mails/mail-modal.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type Channel = 'letter' | 'mail' | 'message' | 'phone'
const channelWords: Record<Channel, string> = {
  letter: 'Lettre',
  mail: 'E-mail',
  message: 'Message',
  phone: 'Appel',
}

/** A reminder: its letter, its e-mail, its text for a phone; each way of sending it notes that it was done. */
export function ReminderModal({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const currency = useCurrency()
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy?.name ?? 'Pharmacie'
  const [id] = useState(uuid7)
  const [step, setStep] = useState<ReminderStep>(collection.next?.step ?? 3)
  const [isPrinting, setIsPrinting] = useState(false)
  const [isMailing, setIsMailing] = useState(false)
  const oldest = remindedBills(collection)[0]
  const { maySend, closing } = useMails(bills, oldest?.id ?? '')
  const text = reminderMail(step, collection, currency)
  const message = reminderMessage(step, collection, { pharmacy, currency })
  const note = async (channel: Channel) => {
    await send(billFollowUps.create, { body: { id, payerId: collection.payerId, kind: 'reminder', step, channel } })
    say({ text: `${stepWords[step]} notée\u00a0: ${channelWords[channel].toLocaleLowerCase('fr')}` })
    onClose()
  }
  const letter = {
    to: collection.email ?? '',
    subject: `${stepWords[step]}, factures à régler`,
    text,
    closing,
    owner: collection.payerName,
  }
  return (
    <PanelModal opened onClose={onClose} title={`Relancer ${collection.payerName}`} size="lg" centered>
      <Stack gap={12}>
        <Select
          label="Étape"
          data={reminderSteps.map((one) => ({ value: String(one), label: stepWords[one] }))}
          allowDeselect={false}
          value={String(step)}
          onChange={(value) => setStep(Number(value) as ReminderStep)}
        />
        <Textarea label="Lettre ou e-mail" readOnly rows={7} value={text} />
        <Textarea label="Message pour un téléphone" readOnly rows={3} value={message} />
        <Group gap={8} justify="flex-end">
          <WriteButton
            variant="default"
            leftSection={<IconPhone size={18} aria-hidden />}
            onClick={() => gesture.run(() => note('phone'))}
          >
            J’ai appelé
          </WriteButton>
          <WriteButton
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() =>
              gesture.run(async () => {
                await navigator.clipboard.writeText(message)
                await note('message')
              })
            }
          >
            Copier le message
          </WriteButton>
          {maySend ? (
            <WriteButton
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => setIsMailing(true)}
            >
              Envoyer un e-mail
            </WriteButton>
          ) : (
            <Button
              variant="default"
              component="a"
              href={mailLink(letter)}
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => gesture.run(() => note('mail'))}
            >
              Écrire un e-mail
            </Button>
          )}
          <WriteButton leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setIsPrinting(true)}>
            Imprimer la lettre
          </WriteButton>
        </Group>
      </Stack>
      {isMailing && oldest && (
        <MailModal
          title={`E-mail à ${collection.payerName}`}
          mail={bills.mail}
          id={oldest.id}
          letter={letter}
          attached={`Le bordereau de la facture ${oldest.number} est joint en PDF et en CSV.`}
          onSent={() => gesture.run(() => note('mail'))}
          onClose={() => setIsMailing(false)}
        />
      )}
      {isPrinting && (
        <ReminderLetter
          step={step}
          collection={collection}
          onPrinted={() => {
            setIsPrinting(false)
            gesture.run(() => note('letter'))
          }}
        />
      )}
      {gesture.modals}
    </PanelModal>
  )
}
