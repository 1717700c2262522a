import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AssistantToken } from '#shared/contract/assistants.ts'
import { aDesk, type Asked, ok, today } from './support/a-desk.tsx'

const id = '018f0000-0000-7000-8000-00000000ab02'
const home = '/backoffice/parametres/assistants'
const aToken = (given: Partial<AssistantToken> = {}): AssistantToken => ({
  id,
  name: 'Assistant du comptable',
  byName: 'DOSSOU Aurèle',
  createdAt: `${today}T09:00:00.000Z`,
  lastDay: '2027-02-19',
  revokedAt: null,
  calledAt: null,
  state: 'open',
  ...given,
})

async function theAssistants(path = home) {
  let token = aToken()
  const answer = ({ method, path: called }: Asked) => {
    if (method === 'POST' && called === '/assistant-tokens')
      return { status: 201, body: { ...token, token: 'assistant.secret-of-the-test' } }
    if (called === '/assistant-tokens') return ok({ items: [token], total: 1 })
    if (called === `/assistant-tokens/${id}/revoke`)
      token = aToken({ state: 'revoked', revokedAt: `${today}T11:00:00.000Z` })
    return called.startsWith('/assistant-tokens/') ? ok(token) : undefined
  }
  return aDesk({ path, answer })
}

test('the key of a new assistant is shown once, for a day that is chosen', async () => {
  const { user, sent } = await theAssistants()
  await user.click(await screen.findByRole('button', { name: /Nouvel assistant/ }))
  const panel = within(await screen.findByRole('complementary', { name: 'Nouvel assistant' }))
  await user.type(panel.getByRole('textbox', { name: 'Nom' }), 'Assistant du comptable')
  await user.click(panel.getByRole('button', { name: 'Faire la clé' }))
  const key = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Clé' })
  expect(key.value).toBe('assistant.secret-of-the-test')
  expect(sent('POST /assistant-tokens')).toEqual([{ name: 'Assistant du comptable', lastDay: '2027-02-19' }])
  await user.click(screen.getByRole('button', { name: 'J’ai gardé la clé' }))
  await waitFor(() => expect(screen.queryByDisplayValue('assistant.secret-of-the-test')).toBeNull())
})

test('a key is revoked from its panel, which leads to what it asked', async () => {
  const { user, sent } = await theAssistants(`${home}/${id}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Assistant du comptable' }))
  expect(panel.getByRole('link', { name: 'dans le journal' }).getAttribute('href')).toContain(
    `/parametres/journal/${id}`,
  )
  await user.click(panel.getByRole('button', { name: 'Révoquer la clé' }))
  await user.click(await screen.findByRole('button', { name: 'Révoquer' }))
  await waitFor(() => expect(sent(`POST /assistant-tokens/${id}/revoke`)).toHaveLength(1))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Révoquer la clé' })).toBeNull())
})
