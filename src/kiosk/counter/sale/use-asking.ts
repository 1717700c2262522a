import { useRef, useState } from 'react'
import { AppError } from '#shared/domain/errors.ts'
import { NoEnd, withEnd } from '#shared/ui/with-end.ts'
import { isDiskFull } from '#shared/session/write-failure-words.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'

/** Why a gesture that needs the server failed. `silence`: no answer came, so the server may have carried it out. */
type Failure = { kind: 'silence' } | { kind: 'refused'; error: AppError }

/** Runs gestures that need an answer of the server, one at a time. Distinguishes silence from a refusal. */
export function useAsking() {
  const isAsked = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  return {
    isAsking,
    failure,
    dismiss: () => setFailure(null),
    /** Undefined if the work failed, or if another one was under way. */
    async ask<T>(work: () => Promise<T>): Promise<T | undefined> {
      if (isAsked.current) return undefined
      isAsked.current = true
      setIsAsking(true)
      setFailure(null)
      try {
        return await withEnd(work())
      } catch (error) {
        setFailure(
          isSilence(error) || error instanceof NoEnd
            ? { kind: 'silence' }
            : { kind: 'refused', error: refusalOf(error) },
        )
        return undefined
      } finally {
        isAsked.current = false
        setIsAsking(false)
      }
    },
  }
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError(isDiskFull(error) ? 'terminal:diskFull' : 'internal')
}
