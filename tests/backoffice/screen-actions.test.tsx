import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screensOf } from '#backoffice/screens.ts'
import { exportKey, newKey } from '#backoffice/ui/list-address.ts'
import type { Claims } from '#shared/domain/claims.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aDesk } from './support/a-desk.tsx'

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const screens = [
  ...screensOf({ pharmacyId: till.pharmacyId } as Claims, []).map((each) => ({ ...each, account: till })),
  ...screensOf({} as Claims, []).map((each) => ({ ...each, account: admin })),
]

const forms = screens.flatMap(({ path, create, account }) => (create ? [{ path, label: create.label, account }] : []))

test.each(forms)('« $label » of Ctrl+K opens the form of $path', async ({ path, account }) => {
  await aDesk({ path: `/backoffice${path}?${newKey}=oui`, account, products: [] })
  const panel = await screen.findByRole('complementary')
  expect(within(panel).getByRole('heading', { level: 2 })).toBeTruthy()
})

const exported = screens.flatMap(({ path, exportLabel, account }) =>
  exportLabel ? [{ path, label: exportLabel, account }] : [],
)

test.each(exported)('« $label » of Ctrl+K opens the choice of the file, once', async ({ path, account }) => {
  const { user } = await aDesk({
    path: `/backoffice${path}?${exportKey}=oui`,
    account,
    products: [],
    lists: { 'product-health-insurance': [] },
  })
  expect(await screen.findByRole('menuitem', { name: 'Fichier CSV' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(location.search).not.toContain(exportKey))
  expect(screen.queryByRole('menuitem', { name: 'Fichier CSV' })).toBeNull()
})

test('the address of each other action is a page of its screen', () => {
  for (const { path, actions = [], pages } of screens)
    for (const action of actions)
      expect(
        pages.map((each) => each.path.replace('/:id?', '')),
        path,
      ).toContain(action.path)
})
