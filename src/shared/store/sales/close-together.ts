import { call, NoAnswer } from '#shared/client/call.ts'
import { sales, salesAtOnce, type NewSale, type Sale, type SaleOutcome } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { isDecision, isSilence } from '#shared/store/outbox/server-decisions.ts'
import { nextTask } from '#shared/store/tools/next-task.ts'

type Waiting = { sale: NewSale; resolve: (sale: Sale) => void; reject: (error: unknown) => void }

/** Sales that were asked for in this turn of the page, by the token that they go with. */
const gathered = new Map<string, Waiting[]>()

/**
 * Closes an ended sale at the server. Those that are asked for in one turn of the page go in one request, and each has its own answer; throws as `call`
 * does, of this sale alone.
 */
export function closeTogether(sale: NewSale, token: string): Promise<Sale> {
  return new Promise((resolve, reject) => {
    const together = gathered.get(token) ?? gatherFor(token)
    together.push({ sale, resolve, reject })
    if (together.length === salesAtOnce) leave(token, together)
  })
}

function gatherFor(token: string): Waiting[] {
  const together: Waiting[] = []
  gathered.set(token, together)
  void nextTask().then(() => leave(token, together))
  return together
}

function leave(token: string, together: Waiting[]): void {
  // Full before its turn was over, it has left already.
  if (gathered.get(token) !== together) return
  gathered.delete(token)
  void send(together, token)
}

/** Each hears its answer when the last is known: what comes behind them begins together too. */
async function send(together: readonly Waiting[], token: string): Promise<void> {
  const answers = await answersTo(
    together.map(({ sale }) => sale),
    token,
  )
  for (const [at, { resolve, reject }] of together.entries()) {
    const answer = answers[at]!
    if (answer.status === 'fulfilled') resolve(answer.value)
    else reject(answer.reason)
  }
}

type Answer = PromiseSettledResult<Sale>

async function answersTo(several: readonly NewSale[], token: string): Promise<Answer[]> {
  if (several.length === 1) return oneByOne(several, token)
  try {
    const { outcomes } = await call(sales.closeSeveral, { body: { sales: [...several] } }, { token })
    const decided = several.map((_, at) => decisionOf(outcomes[at]))
    const others = await oneByOne(
      several.filter((_, at) => !decided[at]),
      token,
    )
    return decided.map((decision) => decision ?? others.shift()!)
  } catch (error) {
    // What cannot be read, is too much at once or meets a server of yesterday says nothing of any of them: each is asked for by itself.
    return isOfNobody(error) ? oneByOne(several, token) : several.map(() => rejected(error))
  }
}

/** In their order, which their numbers follow. Where nobody answers one, nobody would answer the next. Never throws. */
async function oneByOne(several: readonly NewSale[], token: string): Promise<Answer[]> {
  const answers: Answer[] = []
  let silence: Answer | undefined
  for (const sale of several) {
    const [answer] = silence ? [silence] : await Promise.allSettled([call(sales.close, { body: sale }, { token })])
    if (answer.status === 'rejected' && isSilence(answer.reason)) silence = answer
    answers.push(answer)
  }
  return answers
}

/** Undefined where nothing was decided of it. */
function decisionOf(outcome: SaleOutcome | undefined): Answer | undefined {
  if (outcome?.kind === 'closed') return { status: 'fulfilled', value: outcome.sale }
  if (outcome?.kind === 'refused')
    return rejected(new AppError(outcome.refusal.message, outcome.refusal.details, outcome.status))
  return undefined
}

function rejected(reason: unknown): Answer {
  return { status: 'rejected', reason }
}

function isOfNobody(error: unknown): boolean {
  return error instanceof AppError ? isDecision(error) : !(error instanceof NoAnswer)
}
