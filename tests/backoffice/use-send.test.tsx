import { QueryObserver } from '@tanstack/query-core'
import { renderHook } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { configureClient } from '#shared/client/call.ts'
import { banks } from '#shared/contract/banks.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { newQueryClient } from '#shared/store/lists/queries.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

test('the window that sends asks again for what the call touches, and for nothing else; a refusal asks for nothing', async () => {
  let answer = () => Response.json({ id: crypto.randomUUID() })
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  onTestFinished(() => void vi.unstubAllGlobals())
  configureClient({ base: 'http://edge', token: () => Promise.resolve('member') })
  const [store, client] = [createStore(), newQueryClient()]
  store.set(queryClientAtom, client)
  const asked: string[] = []
  for (const { path } of [banks.list, contracts.read, disbursementReasons.list, disbursements.list] as Endpoint[]) {
    const shown = new QueryObserver(client, { queryKey: [path], queryFn: () => Promise.resolve(asked.push(path)) })
    onTestFinished(shown.subscribe(() => undefined))
  }
  await expect.poll(() => asked.length).toBe(4)
  asked.length = 0

  const wrapper = ({ children }: { children: React.ReactNode }) => <Provider store={store}>{children}</Provider>
  const { result } = renderHook(() => useSend(), { wrapper })
  const params = { id: crypto.randomUUID() }
  await result.current(banks.remove, { params })
  await expect.poll(() => asked).toEqual(['/banks'])
  await result.current(disbursementReasons.remove, { params })
  await expect.poll(() => asked).toEqual(['/banks', '/disbursement-reasons', '/disbursements'])
  answer = () => Response.json({ message: 'auth:forbidden' }, { status: 403 })
  await expect(result.current(contracts.remove, { params })).rejects.toMatchObject({ message: 'auth:forbidden' })
  expect(asked).toHaveLength(3)
})
