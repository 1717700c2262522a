import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type ListLayout, listLayouts } from '#shared/contract/list-layouts.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const nothing: Omit<ListLayout, 'list'> = { order: [], hidden: [], shown: [], views: [] }

/**
 * How the member in front of the screen wants a list. A change shows at once and goes to the server; without a network it holds until the window is
 * closed. The platform's admin has no pharmacy and keeps nothing.
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
    // Lost with the network, it is lost for the next window only.
    if (isMember && !isOffline) void send(listLayouts.put, { body: next }).catch(() => undefined)
  }
  return [layout, change]
}
