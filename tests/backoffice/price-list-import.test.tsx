import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { till } from '#tests/support/a-terminal.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const wholesalerId = '018f0000-0000-7000-8000-000000000a01'
const path = `/backoffice/grossistes/${wholesalerId}/tarif/import`
const wholesaler = {
  id: wholesalerId,
  name: 'GAPOB',
  countryCode: 'BJ',
  phone: null,
  email: null,
  archived: false,
  products: 2,
}
const run = {
  id: '018f0000-0000-7000-8000-000000000b01',
  fileName: 'janvier.csv',
  importedByName: 'ADMIN Ida',
  importedAt: '2026-11-20T09:00:00.000Z',
  added: 2,
  changed: 1,
  same: 1,
  gone: 1,
  refused: 1,
  undone: null,
  canUndo: true,
}
const refused = [{ line: 3, code: '', label: 'EFFERALGAN', errors: [{ field: 'code', text: 'Le code manque.' }] }]

/** The platform's server, with the lists that were imported before. */
const aPlatform =
  (runs: readonly (typeof run)[] = []) =>
  ({ method, path: asked }: Asked): Answer => {
    if (asked === `/wholesalers/${wholesalerId}`) return ok(wholesaler)
    if (asked === `/wholesalers/${wholesalerId}/price-list-profile`) return ok({ profile: null })
    if (asked === `/wholesalers/${wholesalerId}/price-lists`)
      return ok({ added: 1, repriced: 0, unchanged: 0, left: 0, tied: 0, untied: 1 })
    if (asked === '/price-list-imports') return ok({ items: runs, total: runs.length })
    if (asked.endsWith('/rows')) return ok({ refused, kept: [] })
    if (asked.endsWith('/undo')) return ok({ removed: 2, restored: 2, kept: 1 })
    return method === 'GET' ? ok({ items: [], total: 0 }) : undefined
  }
const good = 'Code;Désignation;PA HT\nGP-10017;DOLIPRANE 1 G;640\n'
const wrong = `${good}GP-10024;EFFERALGAN;gratuit\n`
const choose = async (user: Awaited<ReturnType<typeof aDesk>>['user'], text: string) =>
  user.upload(await screen.findByLabelText('Fichier'), new File([text], 'tarif.csv', { type: 'text/csv' }))
const text = () => plain(document.body.textContent ?? '')
const sentTo = `POST /wholesalers/${wholesalerId}/price-lists`

test('a list with a row to correct is taken without it only when asked; the row is sent to be told', async () => {
  const { user, sent } = await aDesk({ account: admin, path, answer: aPlatform() })
  await choose(user, wrong)
  const whole = await screen.findByRole<HTMLButtonElement>('button', { name: 'Importer le tarif' })
  expect(whole.disabled).toBe(true)
  expect(text()).toContain('importez sans les lignes à corriger')
  expect(text()).toContain('les codes absents du fichier restent au tarif')
  await user.click(screen.getByRole('button', { name: /^Importer sans 1\sligne à corriger$/ }))
  expect(await screen.findByText(/1\sligne refusée/)).toBeTruthy()
  expect(sent(sentTo)).toMatchObject([
    {
      isWhole: true,
      fileName: 'tarif.csv',
      lines: [{ code: 'GP10017', price: '640' }],
      refused: [{ line: 3, code: 'GP10024', label: 'EFFERALGAN', errors: [{ field: 'price' }] }],
    },
  ])
})

test('a good list is taken whole, and the other button is not there', async () => {
  const { user, sent } = await aDesk({ account: admin, path, answer: aPlatform() })
  await choose(user, good)
  const whole = await screen.findByRole<HTMLButtonElement>('button', { name: 'Importer le tarif' })
  await waitFor(() => expect(whole.disabled).toBe(false))
  expect(screen.queryByRole('button', { name: /Importer sans/ })).toBeNull()
  await user.click(whole)
  await waitFor(() => expect(sent(sentTo)).toMatchObject([{ refused: [], lines: [{ code: 'GP10017' }] }]))
})

test('without a good row, or offline, nothing is taken', async () => {
  const { user, goOffline } = await aDesk({ account: admin, path, answer: aPlatform() })
  await choose(user, 'Code;Désignation;PA HT\nGP-10024;EFFERALGAN;gratuit\n')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Importer le tarif' })).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /Importer sans/ })).toBeNull()
  await choose(user, wrong)
  const without = await screen.findByRole<HTMLButtonElement>('button', { name: /Importer sans/ })
  goOffline()
  await waitFor(() => expect(without.disabled).toBe(true))
  expect(text()).toContain('Hors ligne')
})

test('the lists imported before: who, when, what; refused rows with their reason, and the last one undone', async () => {
  const { user, sent } = await aDesk({
    account: admin,
    path,
    answer: aPlatform([run, { ...run, id: '018f0000-0000-7000-8000-000000000b02', refused: 0, canUndo: false }]),
  })
  const sheet = within(await screen.findByRole('region', { name: 'Fichiers déjà importés' }))
  expect(plain(rowTexts()[0]!.join(' '))).toContain(
    'ADMIN Ida janvier.csv 2 ajouts, 1 modification, 1 prix inchangé, 1 code retiré 1 ligne',
  )
  await user.click(sheet.getByRole('button', { name: /^1\sligne$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /Lignes refusées/ }))
  expect(await dialog.findByText(/Code\s: Le code manque\./)).toBeTruthy()
  expect(dialog.getByRole('button', { name: /Exporter/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(sheet.getByRole('button', { name: 'Annuler l’import' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(sent(`POST /price-list-imports/${run.id}/undo`)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Annuler l’import' }))
  expect(await screen.findByText(/2\sajouts retirés, 2\smodifications annulées, 1\sligne gardée/)).toBeTruthy()
  expect(sent(`POST /price-list-imports/${run.id}/undo`)).toHaveLength(1)
})
