import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { permissions } from '#shared/domain/permissions.ts'
import { auditAct, shortened } from '#backoffice/audit/audit-sentence.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import { changeText } from '#backoffice/audit/change-text.ts'
import { aDesk, ok, plain, rowTexts, today } from './support/a-desk.tsx'

const fiche = '018f0000-0000-7000-8000-0000000000e1'
const entry = {
  id: '12',
  at: `${today}T09:05:00.000Z`,
  byName: 'HOUNKPATIN Rachelle',
  terminalCode: 'K7QF',
  call: 'PATCH /persons/{id}',
  thing: 'persons',
  recordId: fiche,
  recordName: 'Dossou Afi',
  recordAmount: null,
  part: 'persons',
  action: 'update',
  changes: [{ field: 'credit_limit', before: null, after: '25000' }],
}
const change = (field: string, before: string | null, after: string | null) =>
  changeText({ action: 'update', changes: [{ field, before, after }] }, francCfa)

test('the owner reads who changed what of one record', async () => {
  const { askedOf } = await aDesk({
    path: `/backoffice/parametres/journal?du=2026-11-15&au=2026-11-21&fiche=${fiche}`,
    answer: ({ path }) => (path === '/audit' ? ok({ items: [entry], total: 1 }) : undefined),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  expect(rowTexts()[0]).toEqual([
    '21/11/2026',
    '09:05',
    'HOUNKPATIN Rachelle',
    'K7QF',
    'Client',
    'Dossou Afi',
    'Modification',
    'plafond de crédit : ∅ → 25 000 F CFA',
  ])
  const [query] = askedOf('/audit')
  expect([query?.get('recordId'), query?.get('from')]).toEqual([fiche, '2026-11-15'])
})

test('a page per record tells its history as sentences', async () => {
  const erased = {
    ...entry,
    id: '13',
    recordName: 'Client effacé',
    call: 'POST /persons/{id}/erase',
    changes: [],
  }
  const { askedOf } = await aDesk({
    path: `/backoffice/parametres/journal/${fiche}`,
    answer: ({ path }) => (path === '/audit' ? ok({ items: [erased, entry], total: 2 }) : undefined),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Client Client effacé' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => plain(item.textContent))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Effacement : Données personnelles effacées à la demande du client.') as string,
      expect.stringContaining(
        'HOUNKPATIN Rachelle, poste K7QFModification : plafond de crédit : ∅ → 25 000 F CFA',
      ) as string,
    ]),
  )
  expect(askedOf('/audit')[0]?.get('recordId')).toBe(fiche)
})

test.each([
  [
    { thing: 'destructions', part: 'destructions', action: 'insert' },
    { number: '4', lots: '3', boxes: '12', cost: '45000', method: 'incinération', witness: 'M. Adjovi' },
    'Destruction',
    'Destruction n° 4, 3 lots, 12 boîtes, 45 000 F CFA au coût, par incinération, témoin M. Adjovi.',
  ],
  [
    { thing: 'persons', part: 'persons', action: 'update' },
    { merged_into: 'Dossou Afi', archived: 'true' },
    'Fusion',
    'Fiche réunie à celle de Dossou Afi.',
  ],
  [
    { thing: 'bills', part: 'bill_settlements', action: 'insert' },
    { kind: 'written-off', lines: '5', amount: '12000', note_number: '3', reason: 'Assureur en faillite' },
    'Abandon',
    '5 bons abandonnés, 12 000 F CFA, avoir n° 3 : Assureur en faillite.',
  ],
  [
    { thing: 'bill_statements', part: 'bill_statements', action: 'update', recordName: 'R-7', recordAmount: 810_000 },
    { state: ['validated', 'draft'] },
    'Réouverture',
    'Rouvert, n° R-7, 810 000 F CFA.',
  ],
  [
    { thing: 'cash_registers', part: 'cash_registers', action: 'update' },
    {
      closed_at: ['2026-11-20T18:00:00Z', null],
      closed_by: ['DOSSOU Afi', null],
      number: '12',
      counted: '85500',
      reason: 'Oubli d’un chèque',
    },
    'Réouverture',
    'Caisse rouverte, fermeture n° 12, 85 500 F CFA comptés : Oubli d’un chèque.',
  ],
  [
    { thing: 'cash_registers', part: 'cash_registers', action: 'update' },
    { closing_id: [fiche, null], counted: '85500', reason: 'Erreur' },
    'Réouverture',
    'Caisse rouverte, fermeture en attente, 85 500 F CFA comptés : Erreur.',
  ],
  [
    { thing: 'orders', part: 'order_lines', action: 'update', recordName: '31' },
    { given_up: ['2', '5'] },
    'Abandon',
    'Reste de la commande abandonné, n° 31, 3 boîtes.',
  ],
  [
    {
      thing: 'pharmacy_products',
      part: 'pharmacy_products',
      action: 'update',
      call: 'POST /products/{id}/merge',
    },
    { product_id: [fiche, '018f0000-0000-7000-8000-0000000000e2'] },
    'Fusion',
    'Produit du référentiel réuni à son doublon, stock et prix gardés.',
  ],
  [
    { thing: 'bill_payments', part: 'bill_payment_returns', action: 'update' },
    { undone_at: '2026-11-20T18:00:00Z', undo_reason: 'Saisie en double' },
    'Annulation',
    'Somme rendue annulée : Saisie en double.',
  ],
  [
    { thing: 'roles', part: 'roles', action: 'delete' },
    { name: ['stagiaire', null], permissions: ['["sale.sell","register.use"]', null] },
    'Droits',
    'Rôle supprimé, 2 droits.',
  ],
  [
    { thing: 'roles', part: 'roles', action: 'update' },
    { discount_limit: [null, '10'], name: ['stagiaire', 'vendeur'] },
    'Droits',
    'Nom : stagiaire → vendeur. Remise maximale : sans limite → 10 %.',
  ],
  [{ thing: 'users', part: 'users', action: 'update' }, { active: ['true', 'false'] }, 'Droits', 'Accès retiré.'],
  [
    { thing: 'bills', part: 'bills', action: 'update', recordName: 'F-12', recordAmount: 5000 },
    { status: 'canceled', cancel_reason: 'Doublon' },
    'Annulation',
    'Annulé, n° F-12, 5 000 F CFA : Doublon.',
  ],
  [
    { thing: 'roles', part: 'roles', action: 'update' },
    { permissions: ['["sale.sell"]', '["register.use"]'] },
    'Droits',
    /^1 droit donné : .+\. 1 droit retiré : Vendre\.$/,
  ],
  [{ thing: 'users', part: 'user_roles', action: 'insert' }, { role_id: 'vendeur' }, 'Droits', 'Rôle donné : Vendeur.'],
  [
    { thing: 'supplier_returns', part: 'supplier_returns', action: 'update' },
    { state: ['sent', 'credited'], given_up_amount: ['0', '200'], give_up_reason: 'Boîtes abîmées' },
    'Abandon',
    'Reste de l’avoir abandonné, 200 F CFA : Boîtes abîmées.',
  ],
] as const)('of the gravest acts, one sentence with number and sum: %j', (of, fields, action, sentence) => {
  const changes = Object.entries(fields as Record<string, string | readonly (string | null)[]>).map(([field, value]) =>
    typeof value === 'string' ? { field, before: null, after: value } : { field, before: value[0], after: value[1] },
  )
  const act = auditAct(
    { call: '', recordName: null, recordAmount: null, ...of, changes } as Parameters<typeof auditAct>[0],
    francCfa,
  )
  expect(act.action).toBe(action)
  if (typeof sentence === 'string') expect(plain(act.sentence)).toBe(sentence)
  else expect(plain(act.sentence)).toMatch(sentence)
})

test('a long change in the list says how much of it is left out', () => {
  const parts = Array.from({ length: 12 }, (_, at) => `champ ${at}\u00a0: une valeur assez longue`)
  expect(plain(shortened(parts.join('\u00a0; ')))).toMatch(/^champ 0 : .+ ; et \d+ autres$/)
  expect(shortened('court')).toBe('court')
  expect(shortened('x'.repeat(400)).length).toBeLessThanOrEqual(150)
  const rights = Array.from({ length: 11 }, (_, at) => `Un droit assez long ${at}`).join(', ')
  expect(plain(shortened(`11\u202fdroits donnés\u00a0: ${rights}. 1\u202fdroit retiré\u00a0: Vendre.`))).toBe(
    '11 droits donnés : Un droit assez long 0, Un droit assez long 1 et 9 autres. 1 droit retiré : Vendre.',
  )
  expect(shortened('mot '.repeat(60).trim())).toMatch(/ mot…$/)
})

test('who may not read the journal has no such screen', async () => {
  await aDesk({
    path: '/backoffice/parametres/etiquettes',
    permissions: permissions.filter((permission) => permission !== 'audit.see'),
    answer: ({ path }) => (path === '/tags' ? ok({ items: [], total: 0 }) : undefined),
  })
  expect(await screen.findByRole('heading', { name: 'Étiquettes' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Qui a changé quoi' })).toBeNull()
})

test('changes are told in words', () => {
  expect(change('archived', 'false', 'true')).toBe('archivé\u00a0: non → oui')
  expect(change('birth_date', '1990-05-17', null)).toBe('date de naissance\u00a0: 17/05/1990 → ∅')
  expect(change('permissions', '[]', '["sale.sell"]')).toBe('droits\u00a0: aucun → Vendre')
  expect(change('pin_hash', '•', '•')).toBe('code PIN\u00a0: changé')
  expect(change('storage_id', fiche, fiche)).toBe('rangement')
  expect(change('status', 'open', 'closed')).toBe('état\u00a0: en cours → clôturé')
  expect(
    changeText(
      {
        action: 'insert',
        changes: [
          { field: 'archived', before: null, after: 'false' },
          { field: 'name', before: null, after: 'Ecobank' },
        ],
      },
      francCfa,
    ),
  ).toBe('nom\u00a0: Ecobank')
  expect(change('id', fiche, 'Dossou Afi')).toBe('')
  expect(
    changeText(
      {
        action: 'insert',
        part: 'bill_settlements',
        changes: [
          { field: 'amount', before: null, after: '800' },
          { field: 'kind', before: null, after: 'written-off' },
          { field: 'note_number', before: null, after: '12' },
          { field: 'settled_by', before: null, after: 'AZONHIHO Gilles' },
        ],
      },
      francCfa,
    ),
  ).toBe(
    'montant\u00a0: 800\u00a0F\u00a0CFA\u00a0; type\u00a0: abandonné\u00a0; numéro d’avoir\u00a0: 12\u00a0; noté par\u00a0: AZONHIHO Gilles',
  )
  expect(change('note_number', null, '12')).toBe('numéro de BL\u00a0: ∅ → 12')
  expect(change('note', null, '[urgent] rappeler')).toBe('note\u00a0: ∅ → [urgent] rappeler')
  expect(change('contacts', '[]', '[{"name":"Rose"}]')).toBe('contacts\u00a0: changé')
  expect(
    change(
      'settings',
      '{"blindCount":true,"autoLockMinutes":5,"printers":[]}',
      '{"autoLockMinutes":10,"printers":[1]}',
    ),
  ).toBe(
    'comptage sans voir le montant attendu\u00a0: oui → ∅\u00a0; verrouillage automatique (minutes)\u00a0: 5 → 10\u00a0; imprimantes\u00a0: changé',
  )
  expect(change('settings', '{"openingHours":""}', '{"openingHours":"8 h - 20 h, \\"garde\\" le soir"}')).toBe(
    'horaires\u00a0: ∅ → 8 h - 20 h, "garde" le soir',
  )
  expect(change('settings', '{"fiscalOutage":"defer"}', '{"fiscalOutage":"block"}')).toBe(
    'panne de la plateforme fiscale\u00a0: normaliser plus tard → bloquer la vente',
  )
})
