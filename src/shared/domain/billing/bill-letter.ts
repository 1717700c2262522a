type Billed = {
  number: string
  /** The days of its vouchers (`billedPeriod`). */
  billed: { from: string; to: string }
  dueOn: string
  vouchers: number
  amount: number
  paid: number
  left: number
  /** What its payer has ahead. */
  ahead: number
}

/** What an e-mail with a bill says on the day `today`; `money` writes an amount with its unit. */
export function billLetter(
  { number, billed, dueOn, vouchers, amount, paid, left, ahead }: Billed,
  { today, money }: { today: string; money: (amount: number) => string },
): { subject: string; text: string } {
  const isLate = dueOn < today
  const due = `${isLate ? 'Elle était' : 'Elle est'} payable le ${french(dueOn)}.`
  const settled = [
    paid > 0 && `${money(paid)} en sont réglés`,
    amount - left - paid > 0 && `${money(amount - left - paid)} en sont retirés`,
  ].filter(Boolean)
  return {
    subject: `Facture ${number}`,
    text: [
      'Bonjour,',
      '',
      `Veuillez trouver ci-joint notre facture ${number}, du ${french(billed.from)} au ${french(billed.to)}\u00a0: ${vouchers} bon${vouchers > 1 ? 's' : ''}, ${money(amount)}.`,
      ...(settled.length > 0
        ? [
            `À ce jour, ${settled.join(' et ')}\u00a0: ${left > 0 ? `il reste ${money(left)} à payer` : 'elle est soldée'}.`,
          ]
        : []),
      ...(left > 0 && ahead > 0 ? [`Nous gardons ${money(ahead)} reçus d’avance, à déduire.`] : []),
      ...(left > 0 ? [`${due} Merci d’en rappeler le numéro avec votre règlement.`] : []),
    ].join('\n'),
  }
}

/**
 * The days that a bill really covers: those asked for, as far as they had come, and earlier ones when it holds vouchers
 * from before. Every voucher is of one of them.
 */
export function billedPeriod(
  { from, to, issuedOn }: { from: string; to: string; issuedOn: string },
  sold: { first: string; last: string },
): { from: string; to: string } {
  const end = sold.last < from ? sold.last : to > issuedOn && sold.last <= issuedOn ? issuedOn : to
  return { from: sold.first < from ? sold.first : from, to: end < sold.last ? sold.last : end }
}

function french(day: string): string {
  return day.split('-').toReversed().join('/')
}
