import { Button, Menu } from '@mantine/core'
import { IconMail, IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { type BillDetail, bills } from '#shared/contract/bills.ts'
import { isMoneyBack } from '#shared/domain/billing/bill-state.ts'
import { billLetter } from '#shared/domain/billing/bill-letter.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { AllocateAhead } from '#backoffice/bills/ahead.tsx'
import { BillBatchModal } from '#backoffice/bills/bill-batch-modal.tsx'
import { BillPaymentModal } from '#backoffice/bills/bill-payment-modal.tsx'
import { BillRuleModal } from '#backoffice/bills/bill-rule-modal.tsx'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { mailLink, useMails } from '#backoffice/ui/mails/letter.ts'
import { MailModal } from '#backoffice/ui/mails/mail-modal.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** What may be done with a bill in its state. */
export function BillGestures({ bill }: { bill: BillDetail }) {
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const gesture = useGesture()
  const may = useMay(bills.send)
  const mayPay = useMay(billPayments.create)
  const today = useAtomValue(todayAtom)
  const { maySend, closing } = useMails(bills, bill.id)
  const [open, setOpen] = useState<'mail' | 'pay' | 'print' | 'rule' | null>(null)
  const close = () => setOpen(null)
  const params = { id: bill.id }
  const isSettled = bill.settlements.some((settlement) => !isMoneyBack(settlement))
  const letter = {
    to: bill.payer.email ?? '',
    ...billLetter(
      { ...bill, vouchers: bill.lines.length },
      { today, money: (amount) => formatMoney(amount, currency) },
    ),
    closing,
    owner: bill.payerName,
  }
  return (
    <>
      {may && bill.state !== 'canceled' && !isSettled && (
        <CancelWithReason
          label="Annuler"
          question={'Annuler cette facture\u202f?'}
          consequence={`Ses bons pourront être facturés de nouveau. Son numéro n’est pas réutilisé.${bill.paid > 0 ? ` Les ${formatMoney(bill.paid, currency)} déjà payés redeviennent d’avance.` : ''}`}
          yes="Annuler la facture"
          run={(reason) => send(bills.cancel, { params, body: { reason } })}
        />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconMail size={18} aria-hidden />}>
            Envoi
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {bill.state !== 'canceled' && (
            <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setOpen('print')}>
              Imprimer le bordereau
            </Menu.Item>
          )}
          {bill.state !== 'canceled' &&
            (maySend ? (
              <Menu.Item onClick={() => setOpen('mail')}>Envoyer un e-mail</Menu.Item>
            ) : (
              <Menu.Item component="a" href={mailLink(letter)}>
                Écrire un e-mail
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => setOpen('rule')}>Règles de ce payeur</Menu.Item>
          <Menu.Item component={Link} href={`/factures/suivi/${bill.payerId}`}>
            Suivi de ce payeur
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {may && bill.state === 'open' && (
        <WriteButton
          variant="default"
          loading={gesture.isRunning}
          onClick={() =>
            gesture.run(async () => {
              await send(bills.send, { params })
              say({ text: `Facture ${bill.number} envoyée` })
            })
          }
        >
          Marquer envoyée
        </WriteButton>
      )}
      {mayPay && bill.left > 0 && bill.ahead > 0 && (
        <AllocateAhead payerId={bill.payerId} ahead={bill.ahead} left={bill.left} bill={bill} />
      )}
      {mayPay && bill.left > 0 && <WriteButton onClick={() => setOpen('pay')}>Noter un paiement</WriteButton>}
      {open === 'mail' && (
        <MailModal
          title={`E-mail à ${bill.payerName}`}
          mail={bills.mail}
          id={bill.id}
          letter={letter}
          attached="Le bordereau est joint en PDF et en CSV."
          onClose={close}
        />
      )}
      {open === 'pay' && (
        <BillPaymentModal payerId={bill.payerId} payerName={bill.payerName} bill={bill} onClose={close} />
      )}
      {open === 'print' && <BillBatchModal kind="print" rows={[bill]} onClose={close} onDone={close} />}
      {open === 'rule' && <BillRuleModal payerId={bill.payerId} payerName={bill.payerName} onClose={close} />}
      {gesture.modals}
    </>
  )
}
