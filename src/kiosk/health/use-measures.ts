import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { call } from '#shared/client/call.ts'
import { readBase } from '#shared/contract/base.ts'
import type { ListMeta } from '#shared/store/lists/list-meta.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { sharedListsAtom } from '#shared/store/lists/shared-lists.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { countWindows } from '#shared/windows/locks.ts'

const askEveryMs = 5_000

/** Facts that must be polled. Null while unknown. */
export type Measures = {
  kept: number | null
  storage: { used: number; quota: number } | null
  lists: readonly ListMeta[] | null
  windows: number | null
  serverVersion: string | null
}
const unknown: Measures = { kept: null, storage: null, lists: null, windows: null, serverVersion: null }

export function useMeasures(): Measures {
  const sales = useAtomValue(sharedSalesAtom)
  const lists = useAtomValue(sharedListsAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const [measures, setMeasures] = useState(unknown)
  useEffect(() => {
    let isGone = false
    const note = (found: Partial<Measures>) => {
      if (!isGone) setMeasures((before) => ({ ...before, ...found }))
    }
    // Each promise is handled separately, so that one without an answer does not block the others.
    const ask = () => {
      void sales?.store.keptCount().then(
        (kept) => note({ kept }),
        () => note({ kept: null }),
      )
      void lists?.metas().then(
        (metas) => note({ lists: metas }),
        () => note({ lists: null }),
      )
      void estimate().then(
        (storage) => note({ storage }),
        () => note({ storage: null }),
      )
      void countWindows().then(
        (windows) => note({ windows }),
        () => note({ windows: null }),
      )
    }
    ask()
    const asking = setInterval(ask, askEveryMs)
    return () => {
      isGone = true
      clearInterval(asking)
    }
  }, [sales, lists])
  useEffect(() => {
    if (isOffline) return
    const leaving = new AbortController()
    void call(readBase, {}, { signal: leaving.signal }).then(
      ({ version }) => setMeasures((before) => ({ ...before, serverVersion: version })),
      () => undefined,
    )
    return () => leaving.abort()
  }, [isOffline])
  return measures
}

async function estimate(): Promise<Measures['storage']> {
  const storage = navigator.storage as StorageManager | undefined
  const given = await storage?.estimate?.()
  return given?.usage === undefined || given.quota === undefined ? null : { used: given.usage, quota: given.quota }
}
