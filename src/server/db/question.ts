import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A reading call that may read years of rows. `signal`: its caller left, and PostgreSQL stops working for it.
 * `limitMs`: PostgreSQL stops by itself after this time for one statement. `isLong`: it yields the processors to calls
 * that are not.
 */
export type Question = { signal: AbortSignal; limitMs: number; isLong: boolean }

/** Long questions that run at once; each has a connection of its own. */
export const longAtOnce = 4

const questions = new AsyncLocalStorage<Question>()
const beginnings = new AsyncLocalStorage<Beginning>()

/** The PostgreSQL process of a transaction, known once it has begun. */
type Beginning = { pid: number | undefined }

/** Runs a call as a question: its reads have the limits. */
export function asQuestion<T>(question: Question, work: () => Promise<T>): Promise<T> {
  return questions.run(question, work)
}

/** The question that the running call asks; undefined when it is none. */
export function questionNow(): Question | undefined {
  return questions.getStore()
}

/** Called by the connection that begins a transaction. */
export function noteProcess(pid: number | undefined): void {
  const beginning = beginnings.getStore()
  if (beginning) beginning.pid = pid
}

/**
 * Runs a transaction of a question. `stop` cancels what a PostgreSQL process is working on; it is waited for before the
 * transaction ends, so that it never stops the next transaction of the connection.
 */
export function stoppable<T>(
  { signal }: Question,
  stop: (pid: number) => Promise<unknown>,
  begin: (guard: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  const beginning: Beginning = { pid: undefined }
  const guard = async <R>(work: () => Promise<R>): Promise<R> => {
    let stopping: Promise<unknown> | undefined
    const onLeft = () => {
      if (beginning.pid !== undefined) stopping = stop(beginning.pid).catch(() => undefined)
    }
    signal.addEventListener('abort', onLeft, { once: true })
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      signal.removeEventListener('abort', onLeft)
      await stopping
    }
  }
  return beginnings.run(beginning, () => begin(guard))
}
