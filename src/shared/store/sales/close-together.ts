import { call, NoAnswer } from '#shared/client/call.ts'
import { sales, salesAtOnce, type NewSale, type Sale, type SaleOutcome } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { isDecision, isSilence } from '#shared/store/outbox/server-decisions.ts'
import { nextTask } from '#shared/store/tools/next-task.ts'

type Waiting = { sale: NewSale; resolve: (sale: Sale) => void; reject: (error: unknown) => void }

/** Sales collected in the current task, by the token of their request. */
const gathered = new Map<string, Waiting[]>()

/**
 * Closes an ended sale on the server. Calls made in the same task share one request, and each gets its own result.
 * Throws as `call` does, for this sale alone.
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
  // The batch was full before the end of the task and has already been sent.
  if (gathered.get(token) !== together) return
  gathered.delete(token)
  void send(together, token)
}

/** All calls of a batch settle together, so that the next sales form a batch too. */
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
    // A rejected batch (unreadable, too large, unknown to an older server) says nothing about its sales: send each
    // alone.
    return isOfNobody(error) ? oneByOne(several, token) : several.map(() => rejected(error))
  }
}

/**
 * Sends the sales one by one, in order, because sale numbers follow that order. After one call without an answer the
 * others are not tried. Never throws.
 */
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

/** The outcome of one sale as the result of its own call; undefined when the server did not decide about the sale. */
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
