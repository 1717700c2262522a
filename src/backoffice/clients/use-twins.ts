import { useRef, useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { AppError } from '#shared/domain/errors.ts'
import { findTwins, twinKey, twinText, type TypedPerson } from '#backoffice/clients/find-twins.ts'

/**
 * Looks for twins of a patient about to be created. `refuseTwins` refuses at the field of the name when there are some,
 * unless `anyway` submits the form. `twinsOf` gives them until something else is typed.
 */
export function useTwins() {
  const [told, setTold] = useState<{ key: string; twins: readonly Client[] }>({ key: '', twins: [] })
  const isSure = useRef(false)
  return {
    refuseTwins: async (typed: TypedPerson, sex: 'F' | 'M' | null) => {
      if (isSure.current) return
      const twins = await findTwins(typed)
      setTold({ key: twinKey(typed), twins })
      if (twins[0])
        throw new AppError('requests:invalid', {
          issues: [{ path: 'body.lastName', message: twinText(twins[0], sex) }],
        })
    },
    twinsOf: (typed: TypedPerson): readonly Client[] => (told.key === twinKey(typed) ? told.twins : []),
    anyway: (submit: () => Promise<void>) => {
      isSure.current = true
      void submit().finally(() => {
        isSure.current = false
      })
    },
  }
}
