import { screen, waitFor, within } from '@testing-library/react'
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

test('a change names the version that it was made on, and a wrong check digit is told before anything is sent', async () => {
  const sent: unknown[] = []
  const { user } = await aDesk({
    account: admin,
    path: `/backoffice/referentiel/${augmentin.id}`,
    answer: (asked) => {
      if (asked.method !== 'PATCH') return holds(asked)
      sent.push(asked.body)
      return ok({ ...details, version: 4 })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Modifier' }))
  const codes = await screen.findByLabelText('Codes', { selector: 'input' })
  await user.type(codes, '3400930000011{Enter}')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await screen.findByText(/3400930000011 contient une erreur/)
  expect(sent).toEqual([])
  await user.click(codes)
  await user.keyboard('{Backspace}')
  const name = screen.getByRole('textbox', { name: /^Nom/ })
  await user.clear(name)
  await user.type(name, 'AUGMENTIN 500')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ label: 'AUGMENTIN 500', codes: augmentin.codes, version: 3 })
})

test('before it is archived, the pharmacies that keep it are told', async () => {
  const archived: unknown[] = []
  const { user } = await aDesk({
    account: admin,
    path: `/backoffice/referentiel/${augmentin.id}`,
    answer: (asked) => {
      if (asked.path.endsWith('/uses'))
        return ok({ pharmacies: 2, lots: 3, quantity: 40, openRecalls: 1, schemeLines: 0 })
      if (asked.path !== '/products/archive') return holds(asked)
      archived.push(asked.body)
      return ok({ id: augmentin.id })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Archiver' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(plain(dialog.textContent ?? '')).toContain(
    '2 pharmacies le gardent, avec 40 unités en stock, 1 rappel en cours',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Archiver' }))
  await waitFor(() => expect(archived).toEqual([{ productId: augmentin.id }]))
})

test('a merge tells what follows in each pharmacy before it is done', async () => {
  const duplicate: Product = { ...augmentin, id: '018f0000-0000-7000-8000-00000000aa02', label: 'AUGMENTIN ADULTE' }
  const merged: unknown[] = []
  const { user } = await aDesk({
    account: admin,
    path: `/backoffice/referentiel/${augmentin.id}`,
    answer: (asked) => {
      if (asked.path === '/products' && asked.query.get('search') === 'adulte')
        return ok({ items: [augmentin, duplicate], total: 2 })
      if (asked.path.endsWith('/merge-preview'))
        return ok({
          kept: augmentin,
          duplicate,
          codes: ['2345678'],
          pharmacies: [
            {
              pharmacyId: '018f0000-0000-7000-8000-0000000000f1',
              pharmacyName: 'Camp Guézo',
              kind: 'joined',
              lots: 2,
              quantity: 12,
              exceptions: 1,
              schemeLines: 0,
            },
          ],
        })
      if (!asked.path.endsWith('/merge')) return holds(asked)
      merged.push(asked.body)
      return ok(details)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Fusionner' }))
  const dialog = await screen.findByRole('dialog', { name: 'Fusionner un doublon' })
  const button = within(dialog).getByRole('button', { name: 'Fusionner' })
  expect(button.hasAttribute('disabled') || button.dataset.disabled === 'true').toBe(true)
  await user.type(within(dialog).getByRole('textbox'), 'adulte')
  await user.click(await screen.findByRole('option', { name: /AUGMENTIN ADULTE/ }))
  const effect = await within(dialog).findByText(/A les deux/)
  expect(plain(effect.textContent ?? '')).toBe(
    'A les deux : 2 lots (12 unités) passent au produit gardé, 1 exception de contrat',
  )
  await user.click(button)
  await waitFor(() => expect(merged).toEqual([{ duplicateId: duplicate.id }]))
})
