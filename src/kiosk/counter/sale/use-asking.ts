import { useRef, useState } from 'react'
import { AppError } from '#shared/domain/errors.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'

/** Why a gesture that needs the server did not come to its end. `silence`: nobody answered, it may have been carried out. */
type Failure = { kind: 'silence' } | { kind: 'refused'; error: AppError }

/** Gestures that need the server's answer: touched twice, one is asked once; silence is told apart from a refusal. */
export function useAsking() {
  const isAsked = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  return {
    isAsking,
    failure,
    dismiss: () => setFailure(null),
    /** Undefined when it failed, or was under way already. */
    async ask<T>(work: () => Promise<T>): Promise<T | undefined> {
      if (isAsked.current) return undefined
      isAsked.current = true
      setIsAsking(true)
      setFailure(null)
      try {
        return await work()
      } catch (error) {
        setFailure(
          isSilence(error)
            ? { kind: 'silence' }
            : { kind: 'refused', error: error instanceof AppError ? error : new AppError('internal') },
        )
        return undefined
      } finally {
        isAsked.current = false
        setIsAsking(false)
      }
    },
  }
}
