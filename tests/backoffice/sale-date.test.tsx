import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDesk, ok, type Answer, type Asked } from './support/a-desk.tsx'
import { aSale, saleId, salesPage } from './support/a-shop.ts'

/** A server that holds two sales. */
function holds({ path, query }: Asked): Answer {
  if (path === '/sales') return ok(salesPage(query, 2))
  return path === `/sales/${saleId(2)}` ? ok(aSale(2)) : undefined
}
const panel = (name: RegExp) => screen.findByRole('complementary', { name })

test('D corrects the date; a moment to come is told at the field by the server too', async () => {
  const refuses = (asked: Asked): Answer =>
    asked.method === 'PATCH'
      ? {
          status: 400,
          body: {
            message: 'requests:invalid',
            details: { issues: [{ path: 'body.soldAt', message: 'in the future' }] },
          },
        }
      : holds(asked)
  const { user, sent, answerWith } = await aDesk({ path: `/backoffice/ventes/${saleId(2)}`, answer: refuses })
  await within(await panel(/Vente n°\s2/)).findByText('Paiements')
  await user.keyboard('d')
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByRole('button', { name: 'Corriger la date' }).hasAttribute('disabled')).toBe(true)
  const day = form.getByRole('textbox', { name: /Vendue le/ })
  await user.clear(day)
  await user.type(day, 'octobre')
  await user.type(form.getByRole('textbox', { name: /Motif/ }), 'Saisie')
  await user.click(form.getByRole('button', { name: 'Corriger la date' }))
  expect(await form.findByText(/^Date non comprise/)).toBeTruthy()
  expect(sent(`PATCH /sales/${saleId(2)}/date`)).toEqual([])
  await user.clear(day)
  await user.type(day, '04102026')
  const time = form.getByRole('textbox', { name: 'À' })
  await user.clear(time)
  await user.type(time, '25h00')
  await user.click(form.getByRole('button', { name: 'Corriger la date' }))
  expect(await form.findByText('Indiquez la date et l’heure.')).toBeTruthy()
  expect(sent(`PATCH /sales/${saleId(2)}/date`)).toEqual([])
  await user.clear(time)
  await user.type(time, '18h05')
  await user.type(form.getByRole('textbox', { name: /Motif/ }), ' après coup')
  await user.click(form.getByRole('button', { name: 'Corriger la date' }))
  expect(await form.findByText('Cette date est à venir.')).toBeTruthy()
  answerWith((asked) => (asked.method === 'PATCH' ? ok(aSale(2)) : holds(asked)))
  await user.click(form.getByRole('button', { name: 'Corriger la date' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`PATCH /sales/${saleId(2)}/date`)).toEqual([
    { soldAt: new Date('2026-10-04T18:05').toISOString(), reason: 'Saisie après coup' },
    { soldAt: new Date('2026-10-04T18:05').toISOString(), reason: 'Saisie après coup' },
  ])
})

test('who may not correct dates is not offered it', async () => {
  const { user } = await aDesk({
    path: `/backoffice/ventes/${saleId(2)}`,
    permissions: ['sale.sell'],
    answer: holds,
  })
  await within(await panel(/Vente n°\s2/)).findByText('Paiements')
  await user.keyboard('d')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Corriger la date' })).toBeNull()
})
