import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useEffect } from 'react'
import { registerImports, type RegisterImport } from '#shared/contract/register-imports.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const everyMs = 1_000

/** Reads a running import, or a running undo, every second: the admin has no pharmacy, so no hint of the server arrives. Draws nothing. */
export function RegisterWatch({ id }: { id: string }) {
  const client = useAtomValue(queryClientAtom)
  const { data } = useAnswer(registerImports.read, { params: { id } }, { everyMs })
  const isEnded = data !== undefined && !isOpenImport(data)
  useEffect(() => {
    if (isEnded) invalidateQueries(client, 'register-imports', 'referential')
  }, [isEnded, client])
  return null
}

/** The import, or its undo, waits or runs. */
export function isOpenImport({ status, undo }: Pick<RegisterImport, 'status' | 'undo'>): boolean {
  return isOpenJob({ status }) || (undo !== null && isOpenJob(undo))
}

export function isOpenJob({ status }: Pick<RegisterImport, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}
