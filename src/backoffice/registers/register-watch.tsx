import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useEffect } from 'react'
import { registerImports } from '#shared/contract/register-imports.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const everyMs = 1_000

/** Reads a running import every second: the admin has no pharmacy, so no hint of the server arrives. Draws nothing. */
export function RegisterWatch({ id }: { id: string }) {
  const client = useAtomValue(queryClientAtom)
  const { data } = useAnswer(registerImports.read, { params: { id } }, { everyMs })
  const isEnded = data?.status === 'done' || data?.status === 'failed'
  useEffect(() => {
    if (isEnded) invalidateQueries(client, 'register-imports', 'referential')
  }, [isEnded, client])
  return null
}

export function isOpenImport({ status }: { status: string }): boolean {
  return status === 'queued' || status === 'running'
}
