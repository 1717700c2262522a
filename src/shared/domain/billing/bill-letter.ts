type Billed = {
  number: string
  from: string
  to: string
  dueOn: string
  vouchers: number
  /** With its unit. */ amount: string
}

/** What an e-mail with a bill says. */
export function billLetter({ number, from, to, dueOn, vouchers, amount }: Billed): { subject: string; text: string } {
  return {
    subject: `Facture ${number}`,
    text: [
      'Bonjour,',
      '',
      `Veuillez trouver ci-joint notre facture ${number}, du ${french(from)} au ${french(to)}\u00a0: ${vouchers} bon${vouchers > 1 ? 's' : ''}, ${amount}.`,
      `Elle est payable le ${french(dueOn)}. Merci d’en rappeler le numéro avec votre règlement.`,
    ].join('\n'),
  }
}

function french(day: string): string {
  return day.split('-').toReversed().join('/')
}
