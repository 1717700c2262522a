import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { addDays } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { asQuestion, longAtOnce } from '#server/db/question.ts'

/**
 * `atOnce`: questions that run at the same time; the other connections are always free for tills. `perMember`: of them
 * for one member. `limitMs`: for one statement.
 */
type QuestionLimits = { atOnce: number; perMember: number; limitMs: number }
const usual: QuestionLimits = { atOnce: longAtOnce, perMember: 2, limitMs: 20_000 }

export type Questions = <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) => Promise<T>

type Asked = { search?: string; from?: string; to?: string }

/** Days of a period that every till asks for, and that costs the same in every year. */
const shortDays = 31

/** Whether a call is a question: a list that searches, or a report of a period. Both may read the rows of all years. */
export function isQuestion({ method, query, asks }: Endpoint): boolean {
  if (asks) return true
  if (method !== 'GET' || query === undefined || !('shape' in query)) return false
  const has = (name: string) => Object.hasOwn(query.shape as object, name)
  return has('search') || (has('from') && has('to'))
}

function askedOf({ query, body }: FastifyRequest): Asked {
  return { ...(query as Asked), ...(body as { period?: Asked } | null)?.period }
}

/** Whether a question is long: it looks for a word, or reads more than a month. A list shows a page, and is short. */
function isLongQuestion({ search, from, to }: Asked): boolean {
  return Boolean(search) || (from !== undefined && to !== undefined && addDays(from, shortDays) <= to)
}

/**
 * Runs questions within their limits; long ones go in the order of their arrival. A question whose caller left is not
 * begun, and PostgreSQL stops working on it. Throws `requests:tooLong` then.
 */
export function openQuestions({ atOnce, perMember, limitMs }: QuestionLimits = usual): Questions {
  const running: string[] = []
  let waiting: { member: string; start: () => void }[] = []
  const startNext = () => {
    while (running.length < atOnce) {
      const next = waiting.find(({ member }) => running.filter((each) => each === member).length < perMember)
      if (!next) return
      waiting = waiting.filter((each) => each !== next)
      running.push(next.member)
      next.start()
    }
  }
  const turn = (member: string, signal: AbortSignal) => {
    signal.throwIfAborted()
    return new Promise<void>((start, refuse) => {
      const mine = { member, start }
      waiting.push(mine)
      signal.addEventListener('abort', () => {
        if (!waiting.includes(mine)) return
        waiting = waiting.filter((each) => each !== mine)
        refuse(new AppError('requests:tooLong'))
      })
      startNext()
    })
  }
  return async (request, reply, work) => {
    const left = new AbortController()
    const onClose = () => {
      if (!reply.raw.writableEnded) left.abort(new AppError('requests:tooLong'))
    }
    reply.raw.once('close', onClose)
    // The caller may have left while it was looked up who he is.
    if (reply.raw.destroyed) onClose()
    const isLong = isLongQuestion(askedOf(request))
    const ask = () => asQuestion({ signal: left.signal, limitMs, isLong }, work)
    try {
      // The page of a list that a till shows without a word of search is short, and waits for nobody.
      if (!isLong) return await ask()
      const member = request.actor?.userId ?? request.ip
      await turn(member, left.signal)
      try {
        return await ask()
      } finally {
        running.splice(running.indexOf(member), 1)
        startNext()
      }
    } finally {
      reply.raw.off('close', onClose)
    }
  }
}
