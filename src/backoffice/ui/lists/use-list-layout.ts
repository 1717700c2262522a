import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type ListLayout, listLayouts } from '#shared/contract/list-layouts.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const nothing: Omit<ListLayout, 'list'> = { order: [], hidden: [], shown: [] }

/**
 * The columns that this member chose for a list. A change shows at once and is sent to the server. Offline it
 * lasts until the window closes. The platform's admin has no pharmacy, and his changes are not stored.
 */
export function useListLayout(list: string): [ListLayout, (change: Partial<ListLayout>) => void] {
  const isMember = useAtomValue(sessionAtom) !== null
  const isOffline = useAtomValue(isOfflineAtom)
  const send = useSend()
  const { data } = useAnswer(listLayouts.mine, {}, { enabled: isMember })
  const [typed, setTyped] = useState<ListLayout | null>(null)
  const layout = typed ?? data?.find((each) => each.list === list) ?? { list, ...nothing }
  const change = (part: Partial<ListLayout>) => {
    const next = { ...layout, ...part, list }
    setTyped(next)
    // If sending fails, this window keeps the change and the next window does not have it.
    if (isMember && !isOffline) void send(listLayouts.put, { body: next }).catch(() => undefined)
  }
  return [layout, change]
}
