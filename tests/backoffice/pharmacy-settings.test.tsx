import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import type { Engine } from '#shared/contract/engine.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import { engineFacts } from '#backoffice/settings/engine-sheet.tsx'
import { serverFacts } from '#backoffice/settings/server-facts.tsx'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCountry } from './support/a-country.ts'
import { aDesk, ok, pageText, plain, today, type Answer, type Asked } from './support/a-desk.tsx'

const idOf = (n: number) => `018f0000-0000-7000-8000-0000000006${String(n).padStart(2, '0')}`
const settings: PharmacySettings = {
  openingHours: 'Lun.–sam. 8 h–20 h',
  centralCashier: false,
  blindCount: true,
  listOneNeedsPrescription: true,
  autoLockMinutes: 2,
  officeLockMinutes: 15,
  taxRegime: null,
  voucherTaxGroup: null,
  fiscalOutage: 'defer',
  fiscalInvoices: 'all',
  fiscalCodes: {},
  stampDuty: false,
  fiscalAccount: null,
  accounts: {},
  comparesWithPeers: false,
  services: [
    { id: idOf(1), label: 'Prise de tension', price: 500 },
    { id: idOf(2), label: 'Livraison', price: 1500 },
  ],
  printers: [{ id: idOf(3), name: 'Comptoir 1', host: '192.168.1.50', port: 9100 }],
}

const engine: Engine = {
  version: '18.1',
  memory: 8_200_000_000,
  sharedBuffers: 536_870_912,
  effectiveCacheSize: 4_100_000_000,
  workMem: 16_777_216,
  joinCollapseLimit: 20,
  autovacuum: true,
  databaseSize: 1_234_000_000,
  growthPerYear: 420_000_000,
  photos: { stored: 17_000_000_000, most: 20_000_000_000 },
  freeBytes: 42_000_000_000,
  failures: { count: 0, lastAt: null },
  alarms: [],
  tills: [],
}

/** A server that keeps the settings of the pharmacy, merged as the real one does. */
function aHouse(
  given: PharmacySettings = settings,
  refuse: (asked: Asked) => Answer = () => undefined,
  about: Partial<Pharmacy> = {},
) {
  let kept = given
  let identity: Partial<Pharmacy> = {}
  const pharmacy = (): Pharmacy => ({
    id: pharmacyId,
    domainId: idOf(9),
    name: 'Pharmacie Camp Guézo',
    address: 'Rue 12.040',
    city: 'Cotonou',
    phone: '+229 21 30 00 00',
    taxId: null,
    timeZone: 'Africa/Porto-Novo',
    settings: kept,
    country: {
      code: 'BJ',
      name: 'Bénin',
      locale: 'fr-BJ',
      currency: { code: 'XOF', symbol: 'F CFA', decimals: 0 },
      cashRoundingStep: 5,
      denominations: [10_000, 500, 5],
      phoneOperators: [],
      fiscalPlatform: 'none',
    },
    ...about,
    ...identity,
  })
  return (asked: Asked): Answer => {
    const refusal = refuse(asked)
    if (refusal) return refusal
    if (asked.path === '/pharmacies/settings' || asked.path === '/pharmacies/printer-settings')
      kept = { ...kept, ...(asked.body as Partial<PharmacySettings>) }
    if (asked.path === '/pharmacies/identity') identity = asked.body as Partial<Pharmacy>
    if (asked.path === '/print-jobs') return ok({ id: (asked.body as { id: string }).id })
    if (asked.path === '/pharmacies/engine') return ok(engine)
    return asked.path.startsWith('/pharmacies/') ? ok(pharmacy()) : undefined
  }
}

test('the page tells the engine, its settings, its size, its growth and the room of the photos', async () => {
  await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  const sheet = await screen.findByRole('region', { name: 'Base de données et place' })
  await waitFor(() => expect(plain(sheet.textContent ?? '')).toContain('PostgreSQL 18.1, 8,2 Go de mémoire'))
  const text = plain(sheet.textContent ?? '')
  expect(text).toContain('537 Mo de mémoire partagée, 4,1 Go de cache attendu, 17 Mo par étape d’une recherche')
  expect(text).toContain('20 tables réunies d’un coup, ménage automatique en marche')
  expect(text).toContain('1,2 Go, pour toutes les pharmacies')
  expect(text).toContain('environ 420 Mo, au rythme depuis la première vente')
  expect(text).toContain('17 Go sur 20 Go, bientôt plein ; ordonnances et bons sont toujours pris et jamais effacés')
})

test('the age of the engine is told, and what to do when corrections came out since', () => {
  const ageOn = (version: string, today: string): unknown =>
    engineFacts({ ...engine, version }, today).find(([name]) => name === 'Âge du moteur')?.[1]
  expect(plain(String(ageOn('18.4', '2026-06-01')))).toBe('sorti le 14/05/2026, à jour')
  expect(plain(String(ageOn('18.4', '2026-11-29')))).toBe(
    'sorti le 14/05/2026 ; 2 séries de corrections sont parues depuis : l’installateur du serveur prend la dernière (POSTGRES_BIN)',
  )
  expect(plain(String(ageOn('15.18', '2027-12-01')))).toBe(
    'sorti le 14/05/2026, plus corrigé depuis le 11/11/2027 : l’installateur du serveur passe à une version plus récente',
  )
  expect(ageOn('19.2', '2027-12-01')).toBe('Plus récent que cette version d’Officine')
})

test('the state of the server says the alarms, the room, the failures, and what each till has not sent yet', () => {
  const factsOf = (given: Partial<Engine>): Record<string, string> => {
    const { container } = render(<FactList facts={serverFacts({ ...engine, ...given })} />)
    const names = [...container.querySelectorAll('dt')].map(({ textContent }) => textContent ?? '')
    const values = [...container.querySelectorAll('dd')].map(({ textContent }) => plain(textContent ?? ''))
    return Object.fromEntries(names.map((name, at) => [name, values[at]!]))
  }
  expect(factsOf({})).toEqual({
    Alarmes: 'Aucune',
    Postes: 'Aucun ne s’est encore annoncé',
    Disque: '42 Go libres pour la base',
    'Erreurs du serveur': 'Aucune en 24 h',
  })
  const at = '2026-11-29T12:05:00.000Z'
  const till = { terminalCode: 'AB12', waiting: 0, oldestAt: null, skewMs: 0, saidAt: at }
  const bad = factsOf({
    freeBytes: null,
    failures: { count: 3, lastAt: at },
    alarms: [{ text: 'Le disque du serveur est presque plein.', raisedAt: at }],
    tills: [{ ...till, terminalCode: 'CD34', waiting: 2, oldestAt: at, skewMs: 12 * 60_000 }, till],
  })
  expect(bad['Alarmes']).toMatch(/^Le disque du serveur est presque plein\. Depuis le 29\/11\/2026 à \d\d:05\.$/)
  expect(bad['Postes']).toMatch(
    /^Poste CD34 : 2 envois en attente, le plus ancien du .* à \d\d:05, horloge en retard de 12 min, vu le .*Poste AB12 : tout est reçu, vu le /,
  )
  expect(bad['Disque']).toBe('Sur une autre machine')
  expect(bad['Erreurs du serveur']).toMatch(/^3 en 24 h, la dernière le 29\/11\/2026/)
})

const backup = {
  directory: '/media/cle',
  isStreaming: true,
  awaySince: null,
  newestBaseAt: '2026-11-21T02:10:00Z',
  storedUntil: '2026-11-21T09:41:58Z',
  lagBytes: 0,
  fault: null,
} satisfies Engine['backup']
const aBackedHouse = (about: Pick<Engine, 'backup' | 'copy'>) => {
  const house = aHouse()
  return (asked: Asked): Answer => (asked.path === '/pharmacies/engine' ? ok({ ...engine, ...about }) : house(asked))
}
const engineText = async (): Promise<string> => {
  const sheet = await screen.findByRole('region', { name: 'Base de données et place' })
  await waitFor(() => expect(plain(sheet.textContent ?? '')).toContain('PostgreSQL'))
  return plain(sheet.textContent ?? '')
}

describe('the backup', () => {
  test.each([
    [null, 'Officine n’en fait pas'],
    ['external', 'son administrateur la sauvegarde'],
    [backup, '/media/cle, à jour'],
    [{ ...backup, lagBytes: 12_000_000 }, '12 Mo de retard'],
    [{ ...backup, newestBaseAt: null }, 'la première est en cours'],
    [
      { ...backup, isStreaming: false, awaySince: '2026-11-19T08:00:00Z' },
      'rebranchez-le, la sauvegarde reprend seule',
    ],
    [{ ...backup, isStreaming: false, fault: 'le support est plein' }, 'Dernière erreurle support est plein'],
  ] satisfies [Engine['backup'], string][])('%j is said in words', async (given, words) => {
    await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aBackedHouse({ backup: given }) })
    expect(await engineText()).toContain(words)
  })

  test('a restored copy says what it holds, and becomes the pharmacy when a person confirms it', async () => {
    const copy = { madeAt: '2026-11-21T09:00:00Z', holdsUntil: '2026-11-21T08:41:00Z', skipped: 500 }
    const { user, sent } = await aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: aBackedHouse({ backup: null, copy }),
    })
    expect(await engineText()).toContain('les numéros sautent de 500')
    await user.click(screen.getByRole('button', { name: 'Confirmer cette copie' }))
    await user.click(await screen.findByRole('button', { name: 'Oui, c’est la pharmacie' }))
    await waitFor(() => expect(sent('POST /pharmacies/copy/confirm')).toHaveLength(1))
  })
})

test('hours and services are changed together: added, put in order, removed; printers are not touched', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(await screen.findByText('Prise de tension')).toBeTruthy()
  await user.keyboard('m')
  const hours = screen.getByRole('textbox', { name: 'Horaires' })
  await user.clear(hours)
  await user.type(hours, 'Tous les jours')
  await user.click(screen.getByRole('button', { name: 'Ajouter une prestation' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nom de la prestation 3' }))
  await user.keyboard('Glycémie{Tab}1 000')
  await user.click(screen.getByRole('button', { name: 'Monter la prestation 3' }))
  await user.click(screen.getByRole('button', { name: 'Retirer la prestation 1' }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(pageText()).toContain('Tous les jours'))
  expect(sent('PATCH /pharmacies/settings')).toEqual([
    {
      openingHours: 'Tous les jours',
      centralCashier: false,
      blindCount: true,
      listOneNeedsPrescription: true,
      autoLockMinutes: 2,
      officeLockMinutes: 15,
      services: [
        { id: expect.any(String), label: 'Glycémie', price: 1000 },
        { id: idOf(2), label: 'Livraison', price: 1500 },
      ],
    },
  ])
  expect(pageText()).toContain('Glycémie1 000 F CFA')
})

test('the central cashier is switched on, and it is said what that means', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(await screen.findByText('Chaque vendeur encaisse')).toBeTruthy()
  await user.keyboard('m')
  await user.click(screen.getByRole('switch', { name: /^Caisse centrale/ }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/le vendeur prépare, le caissier encaisse/)).toBeTruthy()
  expect(sent('PATCH /pharmacies/settings')).toMatchObject([{ centralCashier: true }])
})

test('the blind count is on until it is switched off', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(await screen.findByText(/^À l’aveugle/)).toBeTruthy()
  await user.keyboard('m')
  await user.click(screen.getByRole('switch', { name: /^Comptage à l’aveugle/ }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/^Le montant attendu s’affiche à tout moment/)).toBeTruthy()
  expect(sent('PATCH /pharmacies/settings')).toMatchObject([{ blindCount: false }])
})

test('the pharmacy takes part in the comparison only when it says so, and reads what is shared', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(await screen.findByText(/^Non : nous ne voyons rien des autres/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Comparaison avec d’autres pharmacies/ }))
  await user.click(screen.getByRole('switch', { name: /^Participer.*Personne ne voit notre nom ni notre chiffre/ }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/^Oui : nos chiffres comptent dans les repères des autres/)).toBeTruthy()
  expect(sent('PATCH /pharmacies/settings')).toEqual([{ comparesWithPeers: true }])
})

test('a terminal that nobody touches locks after the minutes that the pharmacy chose', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(
    await screen.findByText(/^Un poste inutilisé se verrouille après 2.minutes au comptoir, 15.minutes en gestion$/),
  ).toBeTruthy()
  await user.keyboard('m')
  await user.click(screen.getByRole('combobox', { name: 'Verrouillage automatique au comptoir' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    '1 minute',
    '2 minutes',
    '5 minutes',
    '10 minutes',
    '15 minutes',
  ])
  await user.click(screen.getByRole('option', { name: /^5.minutes$/ }))
  await user.click(screen.getByRole('combobox', { name: 'Verrouillage automatique en gestion' }))
  await user.click(screen.getByRole('option', { name: /^60.minutes$/ }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/se verrouille après 5.minutes au comptoir, 60.minutes en gestion$/)).toBeTruthy()
  expect(sent('PATCH /pharmacies/settings')).toMatchObject([{ autoLockMinutes: 5, officeLockMinutes: 60 }])
})

test('what was typed is there again after the lock, unseen meanwhile, and never for another member', async () => {
  const { user, lock, unlock } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  await screen.findByText(/se verrouille après/)
  await user.keyboard('m')
  const hours = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Horaires' })
  await user.type(hours()!, 'Lun.–sam. 8 h–21 h')
  const typed = hours()!.value
  await lock()
  await screen.findByText(/Qui êtes-vous/)
  expect(hours()).toBeNull()
  await unlock()
  await waitFor(() => expect(hours()?.value).toBe(typed))
  await lock()
  await screen.findByText(/Qui êtes-vous/)
  await unlock('018f0000-0000-7000-8000-0000000000c9')
  await screen.findByText(/se verrouille après/)
  expect(hours()).toBeNull()
})

test('list I needs a prescription until the pharmacy does without; narcotics always do', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(await screen.findByText(/^Exigée pour les stupéfiants et la liste I/)).toBeTruthy()
  await user.keyboard('m')
  await user.click(screen.getByRole('switch', { name: /^Ordonnance exigée pour la liste I/ }))
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/^Exigée pour les stupéfiants, sauf/)).toBeTruthy()
  expect(sent('PATCH /pharmacies/settings')).toMatchObject([{ listOneNeedsPrescription: false }])
})

test('what is missing and what the server finds twice are told at their fields', async () => {
  const refuse = (asked: Asked): Answer =>
    asked.method === 'PATCH'
      ? {
          status: 400,
          body: {
            message: 'requests:invalid',
            details: { issues: [{ path: 'body.services.1.label', message: 'twice' }] },
          },
        }
      : undefined
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse(settings, refuse) })
  await user.click(await screen.findByRole('button', { name: 'Modifier' }))
  const [name, price] = [
    screen.getByRole('textbox', { name: 'Nom de la prestation 2' }),
    screen.getByRole('textbox', { name: 'Prix de la prestation 2' }),
  ]
  await user.clear(name)
  await user.clear(price)
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect([name, price].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']),
  )
  expect(sent('PATCH /pharmacies/settings')).toEqual([])
  await user.type(name, 'prise de tension')
  await user.type(price, '700')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText('Déjà dans la liste.')).toBeTruthy()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect((name as HTMLInputElement).value).toBe('prise de tension')
})

test('who may not change settings reads them', async () => {
  const { user } = await aDesk({
    path: '/backoffice/parametres/pharmacie',
    permissions: ['sale.sell'],
    answer: aHouse(),
  })
  expect(await screen.findByText('Prise de tension')).toBeTruthy()
  await user.keyboard('m')
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Modifier' })).toBeNull()
})

test('a printer is added; an address that is none is told at its field', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/parametres/imprimantes',
    answer: aHouse({ ...settings, printers: [] }),
  })
  expect(await screen.findByText(/^Aucune\. Les postes/)).toBeTruthy()
  await user.keyboard('m')
  await user.click(screen.getByRole('button', { name: 'Ajouter une imprimante' }))
  await user.keyboard('Comptoir 2{Tab}mon imprimante{Tab}')
  await user.keyboard('{Backspace}70000{Enter}')
  expect(await screen.findByText(/Une adresse comme 192/)).toBeTruthy()
  expect(screen.getByText(/Un port de 1/)).toBeTruthy()
  const [host, port] = [
    screen.getByRole('textbox', { name: 'Adresse de l’imprimante 1' }),
    screen.getByRole('textbox', { name: 'Port de l’imprimante 1' }),
  ]
  await user.clear(host)
  await user.type(host, '10.0.0.7')
  await user.clear(port)
  await user.type(port, '9100{Enter}')
  await waitFor(() => expect(pageText()).toContain('10.0.0.7, port 9100'))
  expect(sent('PUT /pharmacies/printer-settings')).toEqual([
    { printers: [{ id: expect.any(String), name: 'Comptoir 2', host: '10.0.0.7', port: 9100 }] },
  ])
})

test('a trial is plain ASCII, and asked again after silence it is the same job', async () => {
  let isDown = true
  const refuse = ({ path }: Asked): Answer => (path === '/print-jobs' && isDown ? 'nobody' : undefined)
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/imprimantes', answer: aHouse(settings, refuse) })
  await user.click(await screen.findByRole('button', { name: 'Imprimer un essai, Comptoir 1' }))
  const refusal = within(await screen.findByRole('alertdialog'))
  isDown = false
  await user.click(refusal.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText(/Essai envoyé à \d\d:\d\d/)).toBeTruthy()
  const jobs = sent('POST /print-jobs') as { id: string; printerId: string; data: string }[]
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
  const text = atob(jobs[0]!.data)
  expect(text).toMatch(/^Pharmacie Camp Guezo\nEssai d'impression : Comptoir 1\n/)
  expect(text).toMatch(/^[\n -~]*$/)
  expect(jobs[0]!.printerId).toBe(idOf(3))
})

test('a printer that does not answer is named', async () => {
  const refuse = ({ path }: Asked): Answer =>
    path === '/print-jobs'
      ? { status: 502, body: { message: 'printers:unreachable', details: { name: 'Comptoir 1' } } }
      : undefined
  const { user } = await aDesk({ path: '/backoffice/parametres/imprimantes', answer: aHouse(settings, refuse) })
  await user.click(await screen.findByRole('button', { name: 'Imprimer un essai, Comptoir 1' }))
  expect(plain((await screen.findByRole('alertdialog')).textContent ?? '')).toContain('Comptoir 1')
  expect(screen.queryByText(/Essai envoyé/)).toBeNull()
})

test('bills say where to pay: a bank account with its IBAN, and a number of mobile money', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
  expect(await screen.findByText(/les factures ne disent pas où payer/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Modifier.*Coordonnées bancaires/ }))
  const add = screen.getByRole('button', { name: 'Ajouter une coordonnée bancaire' })
  await user.click(add)
  await user.keyboard('BOA Bénin')
  await user.type(screen.getByRole('textbox', { name: 'RIB ou numéro 1' }), 'BJ061 01001')
  await user.type(screen.getByRole('textbox', { name: 'IBAN 1' }), 'FR76 3000 6000 0112 3456 7890 188')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/la clé de cet IBAN est fausse/)).toBeTruthy()
  expect(sent('PATCH /pharmacies/identity')).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'IBAN 1' }), '{Backspace}9')
  await user.click(add)
  await user.keyboard('MTN MoMo')
  await user.click(screen.getByRole('combobox', { name: 'Nature 2' }))
  await user.click(screen.getByRole('option', { name: 'Mobile' }))
  expect(screen.queryByRole('textbox', { name: 'IBAN 2' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'RIB ou numéro 2' }), '01 97 00 00 00')
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(pageText()).toContain('01 97 00 00 00'))
  expect(sent('PATCH /pharmacies/identity')).toEqual([
    {
      bankAccounts: [
        {
          id: expect.any(String),
          kind: 'bank',
          name: 'BOA Bénin',
          number: 'BJ061 01001',
          iban: 'FR76 3000 6000 0112 3456 7890 189',
        },
        { id: expect.any(String), kind: 'mobile-money', name: 'MTN MoMo', number: '01 97 00 00 00', iban: '' },
      ],
    },
  ])
})

describe('the token of the fiscal platform', () => {
  const platform = { ...aCountry('BJ', 'Bénin'), fiscalPlatform: 'e-mecef' as const }
  const aTaxpayer = (fiscal: Partial<Pharmacy>, answer: (asked: Asked) => Answer = () => undefined) =>
    aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: (asked) => answer(asked) ?? aHouse(settings, undefined, { country: platform, ...fiscal })(asked),
    })
  const inDays = (days: number) => new Date(Date.parse(`${today}T10:42:00Z`) + days * 86_400_000).toISOString()

  test('its machine and its end are read, and its end is said fifteen days before', async () => {
    await aTaxpayer({ fiscalTokenSetAt: inDays(-100), fiscalNim: 'ED04000123', fiscalTokenExpiresAt: inDays(12) })
    expect(await screen.findByText('ED04000123')).toBeTruthy()
    expect(pageText()).toContain('encore 12 jours : demandez le suivant')
  })

  test.each([
    [40, /jusqu’au \d/, /demandez/],
    [-1, /échu le .* demandez le suivant/, /encore \d/],
  ])('that ends in %i days', async (days, said, unsaid) => {
    await aTaxpayer({ fiscalTokenSetAt: inDays(-100), fiscalNim: 'ED04000123', fiscalTokenExpiresAt: inDays(days) })
    expect(await screen.findByText('ED04000123')).toBeTruthy()
    expect(pageText()).toMatch(said)
    expect(pageText()).not.toMatch(unsaid)
  })

  test('a token is tried before it is kept: what the platform answers, or why it is not one', async () => {
    const tries: Answer[] = [
      {
        status: 422,
        body: {
          message: 'financing:invalidMCFTokenProvided',
          details: { reason: 'other-pharmacy', nim: 'ED04000999' },
        },
      },
      ok({ taxId: '3201900000017', nim: 'ED04000123', expiresAt: inDays(40), hasAnswered: false, platformAt: null }),
      ok({
        taxId: '3201900000017',
        nim: 'ED04000123',
        expiresAt: inDays(40),
        hasAnswered: true,
        platformAt: null,
        differences: [{ about: 'rate', code: 'B', ours: 1800, theirs: 2000 }],
      }),
    ]
    const { user, sent } = await aTaxpayer({}, ({ path }) => (path === '/mecef/test-token' ? tries.shift() : undefined))
    expect(await screen.findByText('Pas encore enregistré')).toBeTruthy()
    await user.click(within(screen.getByRole('region', { name: 'Facture normalisée' })).getByRole('button'))
    expect(screen.queryByRole('button', { name: 'Tester le jeton' })).toBeNull()
    await user.type(screen.getByLabelText(/^Jeton/), 'un-jeton-donné')
    await user.click(screen.getByRole('button', { name: 'Tester le jeton' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(plain(dialog.textContent)).toContain('sa machine est celle d’une autre pharmacie')
    expect(plain(dialog.textContent)).toContain('ED04000999')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Tester le jeton' }))
    expect(await screen.findByText(/mais la plateforme ne répond pas/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Tester le jeton' }))
    expect(await screen.findByText(/La plateforme accepte ce jeton ; machine ED04000123, jusqu’au/)).toBeTruthy()
    expect(pageText()).toContain('Taux B : 18 % ici, 20 % sur la plateforme')
    expect(sent('POST /mecef/test-token')).toHaveLength(3)
    expect(sent('PUT /pharmacies/fiscal-token')).toEqual([])
  })
})

describe('while the fiscal platform does not answer', () => {
  const country = { ...aCountry('BJ', 'Bénin'), fiscalPlatform: 'e-mecef' as const }
  const region = () => within(screen.getByRole('region', { name: 'Panne de la plateforme fiscale' }))

  test('sales end and are certified later, until the pharmacy chooses to block them', async () => {
    const { user, sent } = await aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: aHouse(settings, undefined, { country }),
    })
    expect(await screen.findByText('Terminer la vente et normaliser plus tard')).toBeTruthy()
    await user.click(region().getByRole('button', { name: /^Modifier/ }))
    await user.click(region().getByRole('radio', { name: /^Bloquer la vente/ }))
    await user.click(region().getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(region().queryByRole('radio')).toBeNull())
    expect(region().getByText('Bloquer la vente')).toBeTruthy()
    expect(sent('PATCH /pharmacies/settings')).toEqual([{ fiscalOutage: 'block' }])
  })

  test('a country without a platform has nothing to choose', async () => {
    await aDesk({ path: '/backoffice/parametres/pharmacie', answer: aHouse() })
    expect(await screen.findByRole('region', { name: 'Taxes' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Panne de la plateforme fiscale' })).toBeNull()
  })
})

describe('the account of the fiscal platform', () => {
  const country = { ...aCountry('CI', 'Côte d’Ivoire'), fiscalPlatform: 'fne' as const }
  const fiscalAccount = {
    establishment: 'Pharmacie',
    pointOfSale: 'Caisse 1',
    email: 'comptoir@pharmacie.example',
    name: null,
    phone: null,
    tills: [{ terminalCode: 'K7QF', pointOfSale: 'Caisse 2' }],
  }
  const region = () => within(screen.getByRole('region', { name: 'Compte de la plateforme fiscale' }))

  test('a till gets its own point of sale; a code that no terminal shows is refused', async () => {
    const { user, sent } = await aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: aHouse({ ...settings, fiscalAccount }, undefined, { country }),
    })
    expect(await screen.findByText('Poste K7QF')).toBeTruthy()
    expect(region().getByText('Pharmacie Camp Guézo, +229 21 30 00 00, comptoir@pharmacie.example')).toBeTruthy()
    await user.click(region().getByRole('button', { name: /^Modifier/ }))
    await user.click(region().getByRole('button', { name: 'Ajouter une caisse' }))
    await user.type(region().getByRole('textbox', { name: 'Code du poste 2' }), 'abo')
    await user.type(region().getByRole('textbox', { name: 'Point de vente de la caisse 2' }), 'Caisse 3')
    await user.click(region().getByRole('button', { name: 'Enregistrer' }))
    expect(await region().findByText(/^Quatre signes/)).toBeTruthy()
    await user.clear(region().getByRole('textbox', { name: 'Code du poste 2' }))
    await user.type(region().getByRole('textbox', { name: 'Code du poste 2' }), 'ab0c')
    await user.type(region().getByRole('textbox', { name: 'Nom donné pour un client de passage' }), 'Client comptoir')
    await user.click(region().getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() =>
      expect(sent('PATCH /pharmacies/settings')).toEqual([
        {
          fiscalAccount: {
            ...fiscalAccount,
            name: 'Client comptoir',
            phone: '',
            tills: [...fiscalAccount.tills, { terminalCode: 'ab0c', pointOfSale: 'Caisse 3' }],
          },
        },
      ]),
    )
  })

  test('a platform that asks for none shows none', async () => {
    await aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: aHouse(settings, undefined, { country: { ...country, fiscalPlatform: 'e-mecef' } }),
    })
    expect(await screen.findByRole('region', { name: 'Panne de la plateforme fiscale' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Compte de la plateforme fiscale' })).toBeNull()
  })
})

describe('what is certified, where the law of the country is not clear', () => {
  const country = { ...aCountry('CI', 'Côte d’Ivoire'), fiscalPlatform: 'fne' as const }
  const region = () => within(screen.getByRole('region', { name: 'Ce qui est normalisé' }))

  test('the pharmacy chooses which sales, and the code of each group that has several', async () => {
    const { user, sent } = await aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: aHouse(settings, undefined, { country }),
    })
    expect(await screen.findByText('Toutes les ventes')).toBeTruthy()
    expect(region().getByText('chacun de ces choix est à confirmer avec votre comptable')).toBeTruthy()
    await user.click(region().getByRole('button', { name: /^Modifier/ }))
    expect(region().getByRole('radiogroup', { name: /^Factures normalisées \(à confirmer/ })).toBeTruthy()
    expect(region().getByRole('combobox', { name: /^Groupe A, exonéré \(à confirmer/ })).toBeTruthy()
    await user.click(region().getByRole('radio', { name: /^Sur demande/ }))
    expect(region().queryByRole('combobox', { name: /^Groupe B/ })).toBeNull()
    await user.click(region().getByRole('combobox', { name: /^Groupe A/ }))
    await user.click(await screen.findByRole('option', { name: 'TVAC, exonération conventionnelle' }))
    await user.click(region().getByRole('switch', { name: /^Timbre de quittance/ }))
    await user.click(region().getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(region().queryByRole('radio')).toBeNull())
    expect(sent('PATCH /pharmacies/settings')).toEqual([
      {
        fiscalInvoices: 'on-request',
        stampDuty: true,
        fiscalCodes: { A: 'TVAC', C: 'TVAC', E: 'TVAD', F: 'TVAD' },
      },
    ])
    expect(region().getByText('Sur demande')).toBeTruthy()
    expect(plain(region().getByText(/^Timbre de quittance/).parentElement!.textContent)).toContain('100 F CFA')
  })

  test('where the law is clear there is nothing to choose', async () => {
    await aDesk({
      path: '/backoffice/parametres/pharmacie',
      answer: aHouse(settings, undefined, { country: { ...country, fiscalPlatform: 'e-mecef' } }),
    })
    expect(await screen.findByRole('region', { name: 'Panne de la plateforme fiscale' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Ce qui est normalisé' })).toBeNull()
  })
})
