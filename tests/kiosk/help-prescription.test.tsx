import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { posologyPhrase } from '#kiosk/help/posology-phrase.ts'
import { changePrescription } from '#kiosk/counter/prescription/prescription-edit.ts'
import { prescribersOf } from '#kiosk/counter/prescription/use-known-prescribers.ts'
import { newLocalSale, openSale } from '#shared/domain/local-sale.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { coartem, theShelf } from './support/the-shelf.ts'

const listed = theShelf.map((product) =>
  product.id === coartem.id ? { ...product, prescriptionList: 'list-1' as const } : product,
)
const [coartemCode, dolipraneCode] = ['3400930145449', '3400935955838']
const panel = () => screen.findByRole('dialog', { name: 'Ordonnance' })
const field = async (name: RegExp | string) => within(await panel()).findByRole<HTMLInputElement>('textbox', { name })
async function type(name: RegExp | string, value: string) {
  const typed = await field(name)
  typed.focus()
  fireEvent.change(typed, { target: { value } })
  typed.blur()
}

test('a listed medicine is marked and offers its prescription; where list I is free, nothing is asked for', async () => {
  const { sent, user } = await aCounter({ products: listed, listOneNeedsPrescription: false })
  scan(dolipraneCode)
  await lineOf('Doliprane')
  expect(screen.queryByRole('button', { name: /ordonnance/ })).toBeNull()
  scan(coartemCode)
  expect((await lineOf('Coartem')).textContent).toContain('Liste I')
  await button(/Liste I.*ajouter l’ordonnance/)
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.prescription).toBeUndefined()
})

const fill = (dialog: HTMLElement, label: string, value: string) => {
  const typed = within(dialog).getByRole('textbox', { name: label })
  fireEvent.change(typed, { target: { value } })
  fireEvent.blur(typed)
}

test('a narcotic ends only with patient, prescriber and date, filled in where they are asked for', async () => {
  const narcotic = theShelf.map((product) => ({ ...product, prescriptionList: 'narcotic' as const }))
  const { sent, sales, user } = await aCounter({ products: narcotic, listOneNeedsPrescription: false })
  scan(coartemCode)
  await lineOf('Coartem')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Demander au pharmacien')
  const end = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Terminer la vente' })
  expect(end().disabled).toBe(true)
  // The date shows today: it is not said to be missing beside it.
  expect(dialog.textContent).toContain('Il manque\u00a0: Patient, Prescripteur')
  expect(dialog.textContent).not.toContain('Date de l’ordonnance')
  fill(dialog, 'Prescripteur', 'Dr Ahouansou Régis')
  await waitFor(() => expect(dialog.textContent).toMatch(/Il manque\s:\sPatient$|Il manque\s:\sPatient[^,]/))
  fill(dialog, 'Nom du patient', 'Dossou Léa')
  await waitFor(() => expect(end().disabled).toBe(false))
  expect(sales()[0]?.status).toBe('ONGOING')
  await user.click(end())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.prescription).toMatchObject({
    prescriber: 'Dr Ahouansou Régis',
    prescribedOn: '2026-11-21',
    patientName: 'Dossou Léa',
  })
})

test('a member with the right hands a narcotic over without prescription', async () => {
  const narcotic = theShelf.map((product) => ({ ...product, prescriptionList: 'narcotic' as const }))
  const { sent, user } = await aCounter({
    products: narcotic,
    permissions: ['sale.sell', 'register.use', 'sale.listed'],
  })
  scan(coartemCode)
  await lineOf('Coartem')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('who prescribed and how it is taken go with the sale, typed and composed', async () => {
  const { sent, user, sales } = await aCounter({ products: listed })
  scan(coartemCode)
  await lineOf('Coartem')
  await user.keyboard('{Control>}o{/Control}')
  await type('Prescripteur', 'Dr Ahouansou Régis')
  await type('Adresse du prescripteur', 'CNHU, Cotonou')
  await type('Nom du patient', 'Dossou Léa')
  await user.click(await screen.findByRole('radio', { name: '1' }))
  await user.click(screen.getByRole('radio', { name: 'matin et soir' }))
  await user.click(screen.getByRole('radio', { name: /^5\sjours$/ }))
  await waitFor(() =>
    expect(sales()[0]).toMatchObject({
      prescription: {
        prescriber: 'Dr Ahouansou Régis',
        prescriberAddress: 'CNHU, Cotonou',
        prescribedOn: '2026-11-21',
        patientName: 'Dossou Léa',
        patientAddress: null,
      },
    }),
  )
  await user.click(await button(/Garder et revenir/))
  await button(/Ordonnance.*Dr Ahouansou Régis, 21\/11\/2026/)
  expect((await lineOf('Coartem')).textContent?.replaceAll(/\s/g, ' ')).toContain('1 cp matin et soir pendant 5 jours')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() =>
    expect(sent[0]).toMatchObject({
      prescription: { prescriber: 'Dr Ahouansou Régis' },
      records: [{ posology: expect.stringMatching(/matin et soir/) as string }],
    }),
  )
})

test('opened and closed with nothing typed, nothing is said; taken away, nothing is left', async () => {
  const { user, sales } = await aCounter({ products: listed })
  scan(coartemCode)
  await user.click(await button(/ajouter l’ordonnance/))
  await user.click(await button(/Garder et revenir/))
  expect(sales()[0]?.prescription ?? null).toBeNull()
  await user.click(await button(/ajouter l’ordonnance/))
  await type('Prescripteur', 'Dr Soglo')
  await user.click(await button(/Retirer l’ordonnance/))
  await waitFor(() => expect(sales()[0]?.prescription).toBeNull())
  expect((await field('Prescripteur')).value).toBe('')
})

test('Échap in the middle of a word loses nothing', async () => {
  const { user, sales } = await aCounter({ products: listed })
  scan(coartemCode)
  await user.click(await button(/ajouter l’ordonnance/))
  await user.click(await field('Prescripteur'))
  // Keys of a test are as quick as a scanner's.
  fireEvent.change(await field('Prescripteur'), { target: { value: 'Dr Kpo' } })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(sales()[0]?.prescription?.prescriber).toBe('Dr Kpo'))
})

test('the prescriber of an earlier sale is one touch, with his address', async () => {
  const { sent, user, sales } = await aCounter({ products: listed })
  scan(coartemCode)
  await user.click(await button(/ajouter l’ordonnance/))
  await type('Prescripteur', 'Dr Ahouansou')
  await type('Adresse du prescripteur', 'CNHU')
  await user.click(await button(/Garder et revenir/))
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('region', { name: /terminée/ })
  scan(coartemCode)
  await user.click(await button(/ajouter l’ordonnance/))
  await user.click(await screen.findByRole('radio', { name: 'Dr Ahouansou' }))
  await waitFor(() =>
    expect(sales().find(({ status }) => status === 'ONGOING')).toMatchObject({
      prescription: { prescriber: 'Dr Ahouansou', prescriberAddress: 'CNHU' },
    }),
  )
})

test('what is composed is a sentence; the unit follows the form', () => {
  const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')
  expect(posologyPhrase({ dose: '1', times: null, days: 5 }, 'comprimé')).toBeNull()
  expect(plain(posologyPhrase({ dose: '1', times: 'matin et soir', days: 5 }, 'comprimé pelliculé'))).toBe(
    '1 cp matin et soir pendant 5 jours',
  )
  expect(plain(posologyPhrase({ dose: '½', times: 'si besoin', days: null }, 'sachet'))).toBe('½ sachet si besoin')
  expect(plain(posologyPhrase({ dose: '2', times: 'le soir', days: null }, 'poudre en sachet'))).toBe(
    '2 sachets le soir',
  )
  expect(plain(posologyPhrase({ dose: '2', times: 'le soir', days: 10 }, null))).toBe(
    '2 doses le soir pendant 10 jours',
  )
})

test('a prescription of which only the day of today is left says nothing; another day does', () => {
  const sale = openSale(newLocalSale({ id: 'a', identifier: 'K7QF-1', createdAt: '' }), 'u', 's')
  const today = '2026-11-21'
  expect(changePrescription({ prescriber: '  ' }, today)(sale).prescription).toBeNull()
  expect(changePrescription({ prescribedOn: '2026-11-19' }, today)(sale).prescription).toMatchObject({
    prescribedOn: '2026-11-19',
    prescriber: null,
  })
  expect(
    changePrescription({ prescriber: null }, today)(changePrescription({ prescriber: 'Dr A' }, today)(sale))
      .prescription,
  ).toBeNull()
})

test('known prescribers: each once, the latest first, with the last address that was typed', () => {
  const of = (createdAt: string, prescriber: string | null, prescriberAddress: string | null) => ({
    createdAt,
    prescription: { prescriber, prescriberAddress, prescribedOn: null, patientName: null, patientAddress: null },
  })
  expect(
    prescribersOf([
      of('1', 'Dr A', 'CNHU'),
      of('2', 'Dr B', null),
      of('3', 'Dr A', null),
      of('4', null, 'Porto-Novo'),
      { createdAt: '5' },
    ]),
  ).toEqual([
    { name: 'Dr A', address: 'CNHU' },
    { name: 'Dr B', address: null },
  ])
})
