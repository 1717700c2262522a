import { fold } from '#shared/domain/search/fold.ts'

/** What a word of an operator says of a payment: the money came, or it did not. */
export const paymentOutcomes = ['success', 'failed'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]
/** The words of an operator that a member has told, as `stateWord` writes them. */
export type ToldStates = Readonly<Record<string, PaymentOutcome>>

const successes = new Set(
  `success successful successfully succes succeeded reussi reussie reussite complete completed completee confirme confirmee
  confirmed ok valide validee validated termine terminee effectue effectuee done paid paye payee traite traitee processed
  execute executee executed settled approved approuve approuvee accepte acceptee accepted`.split(/\s+/),
)
/** Words that say nothing of the outcome. */
const neutral = new Set('transaction operation paiement payment transfert transfer avec with est was'.split(' '))
const failures =
  /^(?:echec|echou|fail|refus|annul|cancel|reject|rejet|expir|pending|attente|declin|abort|abandon|erreur|error|invalid|timeout|timed|revers|rembours|refund|bloqu|block|initi|processing|insuffisant|insufficient|suspend)/

/** The state of a payment as it is compared and kept: « Échec  (PIN) » is « echec pin ». */
export function stateWord(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

/**
 * What the state of a payment says: as the member told it, then by the known words. Null: nobody knows, and it has to be
 * asked. A text is a success only when each of its words is known to be one or to say nothing.
 */
export function paymentOutcome(text: string, told: ToldStates = {}): PaymentOutcome | null {
  const word = stateWord(text)
  if (Object.hasOwn(told, word)) return told[word]!
  const words = word.split(' ').filter(Boolean)
  if (words.some((each) => failures.test(each))) return 'failed'
  const isSuccess = words.some((each) => successes.has(each))
  return isSuccess && words.every((each) => successes.has(each) || neutral.has(each)) ? 'success' : null
}
