import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { aDesk, ok, pageText, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'
import { saleId } from './support/a-shop.ts'

const anEntry = (number: number, given: Partial<PrescriptionEntry> = {}): PrescriptionEntry => ({
  number,
  enteredAt: '2026-11-20T09:00:00.000Z',
  dispensedOn: '2026-11-20',
  list: 'list-1',
  label: 'Amoxicilline 500 mg',
  lot: 'L1',
  quantity: 2,
  posology: '1 matin et soir',
  prescriber: 'Dr AHO',
  prescriberAddress: 'Cotonou',
  prescribedOn: '2026-11-19',
  patientName: 'ZINSOU Clarisse',
  patientAddress: 'Calavi',
  amendments: [],
  dispensedBy: 'DOSSOU Aurèle',
  saleId: saleId(number),
  saleNumber: 100 + number,
  ...given,
})
const entries = [
  anEntry(3, { quantity: -1 }),
  anEntry(2, { list: 'narcotic', label: 'Morphine 10 mg', prescriber: null, patientName: null }),
  anEntry(1),
]
const holds = ({ path }: Asked): Answer =>
  path === '/prescription-register' ? ok({ items: entries, total: entries.length }) : undefined
const home = '/backoffice/ordonnancier'

test('entries newest first; what came back is a return, a missing prescriber is said; Entrée opens the sale', async () => {
  const { user } = await aDesk({ path: home, answer: holds })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  const text = rowTexts().map((cells) => cells.join('|'))
  expect(text[0]).toMatch(/^3\|20\/11\/2026\|Liste I\|Amoxicilline 500 mg\|.*retour 1\|.*Dr AHO\|ZINSOU Clarisse/)
  expect(text[1]).toMatch(/^2\|.*Stupéfiant\|Morphine 10 mg\|.*2\|.*Manquant\|–/)
  expect(pageText()).toContain('3 inscriptions')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/backoffice/ventes/${saleId(3)}`))
})

test('a missing prescriber is completed in place, by who has the right', async () => {
  const sent: unknown[] = []
  const { user } = await aDesk({
    path: `${home}?periode=tout`,
    answer: (asked) => {
      if (asked.path !== '/prescription-register/amendments') return holds(asked)
      sent.push(asked.body)
      return { status: 201, body: anEntry(2, { prescriber: 'Dr AHO' }) }
    },
  })
  await user.click(await screen.findByRole('button', { name: /Compléter l’inscription n°\s2/ }))
  const form = within(await screen.findByRole('form', { name: 'Ordonnance' }))
  await user.type(form.getByRole('textbox', { name: 'Prescripteur' }), 'Dr AHO')
  await user.click(form.getByRole('button', { name: 'Compléter' }))
  await waitFor(() => expect(sent).toMatchObject([{ number: 2, prescriber: 'Dr AHO' }]))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Ordonnance' })).toBeNull())
  expect(location.pathname).toBe(home)
})

test('who may not complete the register only reads that a prescriber is missing', async () => {
  await aDesk({ path: `${home}?periode=tout`, permissions: ['report.see'], answer: holds })
  expect(await screen.findByText('Manquant')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Compléter/ })).toBeNull()
})

test('filters of the address reach the server and stand as chips', async () => {
  const { user, askedOf } = await aDesk({
    path: `${home}?du=2026-11-01&au=2026-11-15&liste=stup&sans-prescripteur=oui&cherche=morphine`,
    answer: holds,
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  expect(Object.fromEntries(askedOf('/prescription-register')[0]!)).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-15',
    list: 'narcotic',
    only: 'without-prescriber',
    search: 'morphine',
  })
  await user.click(screen.getByRole('button', { name: 'Retirer le filtre Sans prescripteur' }))
  await waitFor(() => expect(askedOf('/prescription-register').at(-1)?.has('only')).toBe(false))
  expect(screen.getByRole('button', { name: 'Retirer le filtre Stupéfiant' })).toBeTruthy()
})

test('P prints the whole of it in the order of the register, under the pharmacy’s name', async () => {
  const papers: string[] = []
  const heads: (string | undefined)[] = []
  vi.stubGlobal('print', () => {
    const paper = screen.getByRole('document', { name: 'Ordonnancier à imprimer', hidden: true })
    papers.push(plain(paper.textContent ?? ''))
    heads.push(plain(paper.querySelector('thead')?.textContent ?? ''))
  })
  const { user } = await aDesk({ path: `${home}?liste=1`, answer: holds })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.keyboard('p')
  await waitFor(() => expect(papers).toHaveLength(1))
  expect(heads[0]).toContain('Pharmacie Camp Guézo · Ordonnancier')
  expect(heads[0]).toContain('Liste I, 3 inscriptions')
  expect(papers[0]).toMatch(/120\/11\/2026.*Morphine.*320\/11\/2026.*retour 1/)
  expect(papers[0]).toContain('Dr AHO, Cotonou, ordonnance du 19/11/2026')
  await waitFor(() => expect(screen.queryByRole('document', { hidden: true })).toBeNull())
})

test('what cannot be read whole is not printed', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user, answerWith } = await aDesk({ path: home, answer: holds })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  answerWith(({ path }) =>
    path === '/prescription-register' ? { status: 500, body: { message: 'internal' } } : undefined,
  )
  await user.click(screen.getByRole('button', { name: 'Imprimer' }))
  const refusal = within(await screen.findByRole('alertdialog'))
  expect(refusal.getByText(/Rien n’a été imprimé/)).toBeTruthy()
  expect(print).not.toHaveBeenCalled()
  await user.click(refusal.getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('who may not see reports is told so, and nothing is asked', async () => {
  const { askedOf } = await aDesk({ path: home, permissions: ['sale.sell'], answer: holds })
  expect(await screen.findByText(/qui ont le droit «\sVoir les rapports et l’ordonnancier\s»/)).toBeTruthy()
  expect(askedOf('/prescription-register')).toEqual([])
})

test('the faces: failed, empty, offline', async () => {
  const { user, answerWith, goOffline } = await aDesk({
    path: `${home}?periode=tout`,
    answer: ({ path }) =>
      path === '/prescription-register' ? { status: 500, body: { message: 'internal' } } : undefined,
  })
  expect(await screen.findByText(/L’ordonnancier n’a pas pu être chargé/)).toBeTruthy()
  answerWith(({ path }) => (path === '/prescription-register' ? ok({ items: [], total: 0 }) : undefined))
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucun médicament listé n’a encore été délivré.')).toBeTruthy()
  goOffline()
  expect(await screen.findByText(/demande(nt)? le réseau/)).toBeTruthy()
})
