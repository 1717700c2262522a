import { call, NoAnswer } from '#shared/client/call.ts'
import { sales, salesAtOnce, type NewSale, type Sale, type SaleOutcome } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { isDecision } from '#shared/store/server-decisions.ts'
import { nextTask } from '#shared/store/next-task.ts'

type Waiting = { sale: NewSale; resolve: (sale: Sale | Promise<Sale>) => void; reject: (error: unknown) => void }

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

async function send(together: readonly Waiting[], token: string): Promise<void> {
  const alone = ({ sale, resolve }: Waiting) => resolve(call(sales.close, { body: sale }, { token }))
  if (together.length === 1) return together.forEach(alone)
  try {
    const { outcomes } = await call(sales.closeSeveral, { body: { sales: together.map(({ sale }) => sale) } }, { token })
    together.forEach((waiting, at) => settle(waiting, outcomes[at], alone))
  } catch (error) {
    // What cannot be read, is too much at once or meets a server of yesterday says nothing of any of them: each is asked for by itself.
    if (isOfNobody(error)) together.forEach(alone)
    else for (const { reject } of together) reject(error)
  }
}

function settle(waiting: Waiting, outcome: SaleOutcome | undefined, alone: (waiting: Waiting) => void): void {
  if (outcome?.kind === 'closed') waiting.resolve(outcome.sale)
  else if (outcome?.kind === 'refused') waiting.reject(new AppError(outcome.refusal.message, outcome.refusal.details, outcome.status))
  else alone(waiting)
}

function isOfNobody(error: unknown): boolean {
  return error instanceof AppError ? isDecision(error) : !(error instanceof NoAnswer)
}
