import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { waitingNames, waitingRows } from '#shared/contract/waiting-work.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aClient } from './support/a-clientele.ts'
import { aDesk, type Answer, type Asked, ok, plain } from './support/a-desk.tsx'

const empty = { items: [], total: 0, amount: 0, paid: 0, left: 0, turnover: 0, next: null }
const noSums = { claimed: 0, accepted: 0, credited: 0, awaited: 0, lost: 0, unrecorded: 0, units: 0, value: 0 }
const noRows = { ...empty, ...noSums, sums: { units: 0, value: 0, riskCost: 0, riskPrice: 0 } }
/** Each list is empty; what waits is as given. */
const waiting =
  (counts: object) =>
  ({ method, path }: Asked): Answer => {
    if (path === '/waiting-work') return ok(counts)
    const call = allCalls.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)?.endpoint
    return call?.query && 'page' in call.query.shape ? ok(noRows) : undefined
  }
const menu = async () => within(await screen.findByRole('navigation', { name: 'Menu' }))
const counts = async () => (await menu()).queryAllByRole('link', { name: /^\d/ }).map(({ textContent }) => textContent)
const keptOnes = () => Object.keys(localStorage).filter((key) => key.startsWith('officine.waiting-work'))
const forgetKept = () => keptOnes().forEach((key) => localStorage.removeItem(key))

test.each(waitingNames)('the count of %s leads to the rows that the server counted', async (name) => {
  onTestFinished(forgetKept)
  const asked: Asked[] = []
  const { user } = await aDesk({
    path: '/backoffice/parametres/imprimantes',
    answer: (question) => (asked.push(question), waiting({ [name]: 3 })(question)),
  })
  const link = await (await menu()).findByRole('link', { name: /^3/ })
  expect(plain(link.getAttribute('aria-label') ?? '')).toMatch(/^3 \p{L}+s /u)
  await user.click(link)
  const { list, query } = waitingRows[name]
  const whole = (given: object) => {
    const { page: _page, size: _size, ...rest } = list.query!.parse(given) as Record<string, unknown>
    return rest
  }
  const pages = () => asked.filter(({ path, query: each }) => path === list.path && each.get('size') === '100')
  await waitFor(() => expect(pages().length).toBeGreaterThan(0))
  expect(whole(Object.fromEntries(pages()[0]!.query))).toEqual(whole(query))
})

test('counts are not asked for after a sale, but after a gesture of this window', async () => {
  onTestFinished(forgetKept)
  const bio = aClient(7, { name: 'BIO Ama', toCheck: true })
  const answer = (asked: Asked): Answer => {
    if (asked.method === 'PUT') return ok({ id: bio.id })
    return asked.path === '/clients' ? ok({ items: [bio], total: 1 }) : waiting({ clients: 1, dues: 2 })(asked)
  }
  const { user, askedOf, answerWith, hint } = await aDesk({ path: '/backoffice/clients?seulement=a-verifier', answer })
  await screen.findByText('BIO Ama')
  await waitFor(async () => expect(await counts()).toEqual(['2', '1']))
  const before = askedOf('/clients').length
  hint('sales')
  await waitFor(() => expect(askedOf('/clients').length).toBeGreaterThan(before))
  expect(askedOf('/waiting-work')).toHaveLength(1)
  answerWith((asked) => (asked.path === '/waiting-work' ? ok({ clients: 0, dues: 2 }) : answer(asked)))
  await user.click(screen.getByRole('checkbox', { name: 'Cocher la ligne' }))
  await user.click(screen.getByRole('button', { name: 'Vérifié' }))
  await waitFor(async () => expect(await counts()).toEqual(['2']))
  expect(askedOf('/waiting-work')).toHaveLength(2)
})

test('without the right to do the work there is no count', async () => {
  onTestFinished(forgetKept)
  await aDesk({
    path: '/backoffice/clients',
    permissions: defaultRoles.titulaire.filter((right) => right !== 'client.edit'),
    answer: waiting({ clients: 1, dues: 2 }),
  })
  await waitFor(async () => expect(await counts()).toEqual(['2']))
})

test('offline the counts stay as they were last known, also after the window was opened again', async () => {
  onTestFinished(forgetKept)
  const { goOffline } = await aDesk({ path: '/backoffice/clients', answer: waiting({ dues: 2 }) })
  await waitFor(async () => expect(await counts()).toEqual(['2']))
  act(goOffline)
  expect(await counts()).toEqual(['2'])
  cleanup()
  await aDesk({ path: '/backoffice/clients', answer: () => 'nobody' })
  await waitFor(async () => expect(await counts()).toEqual(['2']))
})
