import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screensOf } from '#backoffice/screens.ts'
import { newKey } from '#backoffice/ui/list-address.ts'
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

test('the address of each other action is a page of its screen', () => {
  for (const { path, actions = [], pages } of screens)
    for (const action of actions)
      expect(
        pages.map((each) => each.path),
        path,
      ).toContain(action.path)
})
