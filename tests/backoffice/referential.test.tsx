import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Product, ProductDetails } from '#shared/contract/products.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aDesk, ok, plain, rowTexts, type Asked } from './support/a-desk.tsx'

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const augmentin: Product = {
  id: '018f0000-0000-7000-8000-00000000aa01',
  label: 'AUGMENTIN 500 mg/62,5 mg, comprimé pelliculé',
  codes: ['3400932968824'],
  inns: [
    { name: 'Amoxicilline', dosage: '500 mg' },
    { name: 'Acide clavulanique', dosage: '62,5 mg' },
  ],
  atc: 'J01CR02',
  form: 'comprimé pelliculé',
  brand: 'GSK',
  prescriptionList: 'list-1',
  packagings: [{ label: 'boîte', units: 16 }],
  archived: false,
}
const details: ProductDetails = {
  ...augmentin,
  inns: augmentin.inns.map((inn, n) => ({ ...inn, innId: `018f0000-0000-7000-8000-00000000bb0${n}` })),
  packagings: [{ id: '018f0000-0000-7000-8000-00000000cc01', label: 'boîte', units: 16 }],
  formId: '018f0000-0000-7000-8000-00000000dd01',
  brandId: '018f0000-0000-7000-8000-00000000ee01',
  categoryId: null,
  category: null,
  unitId: null,
  unit: null,
  section: null,
  version: 3,
  changedBy: 'Min Ada',
  changedAt: '2026-11-20T10:00:00.000Z',
  mergedInto: null,
  nationalCodes: { CIS: '60234100' },
  referencePrice: { amount: 785, currency: 'EUR' },
}
const holds = ({ path, query }: Asked) => {
  if (path === '/products')
    return ok(query.get('search') === 'rien' ? { items: [], total: 0 } : { items: [augmentin], total: 1 })
  if (path === `/products/${augmentin.id}/details`) return ok(details)
  if (path === `/products/${augmentin.id}/pharmacy-products`) return ok({ items: [], total: 0 })
  if (path === `/products/${augmentin.id}/notice`) return ok({ text: '1 comprimé\n3 fois par jour' })
  if (path === `/products/${augmentin.id}/spc`) return ok({ text: null })
  return undefined
}

test('the platform reads the referential; the server searches', async () => {
  const { user, askedOf } = await aDesk({ account: admin, path: '/backoffice/referentiel', answer: holds })
  await waitFor(() =>
    expect(rowTexts()).toEqual([
      [
        plain(augmentin.label),
        'Amoxicilline 500 mg + Acide clavulanique 62,5 mg',
        'GSK',
        'J01CR02',
        '3400932968824',
        'Liste I',
      ],
    ]),
  )
  await user.keyboard('f')
  await user.keyboard('rien')
  await waitFor(() =>
    expect(plain(screen.getByRole('main').textContent ?? '')).toContain('Aucun résultat pour « rien »'),
  )
  expect(askedOf('/products').at(-1)?.get('search')).toBe('rien')
})

test('a product opens with what its national source says, the price in its own currency', async () => {
  await aDesk({ account: admin, path: `/backoffice/referentiel/${augmentin.id}`, answer: holds })
  const panel = await screen.findByRole('complementary', { name: /AUGMENTIN/ })
  expect(plain(panel.textContent ?? '')).toContain('7,85 €')
  expect(panel.textContent).toContain('60234100')
})

test('Ctrl+K finds a product of the referential, asked of the server', async () => {
  const { user } = await aDesk({ account: admin, path: '/backoffice/referentiel', answer: holds })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Chercher' })
  await user.keyboard('augmentin')
  await user.click(await screen.findByRole('option', { name: /AUGMENTIN/ }))
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/referentiel/${augmentin.id}`))
})
