import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogueEntry, errorCatalogue } from '#shared/domain/error-catalogue.ts'
import { AppError, ownMessages, specifiedMessages } from '#shared/domain/errors.ts'

const facts = (message: string, details: unknown) => catalogueEntry(message)!.facts(details)

test('every message of the specification comes first, then every one of ours, each once', () => {
  expect(errorCatalogue.map(({ message }) => message)).toEqual([...specifiedMessages, ...ownMessages])
  expect(new Set(errorCatalogue.map(({ message }) => message)).size).toBe(errorCatalogue.length)
  expect(catalogueEntry('sales:cannotCloseEmptySale')).toMatchObject({
    origin: 'specification',
    buttons: [{ label: 'Reprendre', gesture: 'resume' }],
  })
  expect(catalogueEntry('sales:payloadMismatch')).toMatchObject({ origin: 'ours' })
})

test('a message that is not in it has no entry, not even an inherited one', () => {
  for (const message of ['', 'something:else', 'constructor', 'toString'])
    expect(catalogueEntry(message)).toBeUndefined()
})

/** Words of the software, not of the trade. */
const ofTheSoftware = /synchronis|serveur|session|token|oups|(?<!\p{L})(ok|tu|ton|ta|tes)(?!\p{L})/iu
/** A tax platform calls the key of a pharmacy « jeton »; elsewhere it is a word of the software. */
const ofThePlatform = /MCFToken/

describe.each(errorCatalogue)('$message', ({ message, title, text, kept, buttons }) => {
  const words = [title, text, kept, ...buttons.map(({ label }) => label)]

  test('says what happened, what to do and what was kept, with a way on', () => {
    expect(title).toMatch(/^\p{Lu}.{4,60}[^.]$/u)
    expect(text).toMatch(/^\p{Lu}.{20,}\.$/u)
    expect(kept).toMatch(/(conservée?s?|modifié|ouverte|enregistrées sur ce poste)\.$/)
    expect(buttons.length).toBeGreaterThan(0)
  })

  test('in the words of the trade, set as French is', () => {
    for (const word of words) {
      expect(word).not.toMatch(ofTheSoftware)
      if (!ofThePlatform.test(message)) expect(word).not.toMatch(/jeton/iu)
      // A narrow blank before ; ! ?, a fixed one before : and inside « », and no straight apostrophe.
      expect(word).not.toMatch(/[^\u202f][;!?]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»|'/)
    }
  })
})

describe('the facts it shows', () => {
  test('money stays a number of minor units', () => {
    expect(facts('sales:cannotCloseSaleWithNotEnoughPaid', { remainder: 450 })).toEqual([
      { label: 'Reste à payer', value: { money: 450 } },
    ])
    expect(facts('sales:overpaid', { excess: 5 })).toEqual([{ label: 'Payé en trop', value: { money: 5 } }])
    expect(facts('sales:discountNotAllowed', { discount: 5 })).toEqual([{ label: 'Remise', value: { money: 5 } }])
    expect(facts('sales:totalMismatch', { total: 4892, rounding: 2 })).toEqual([
      { label: 'Total recalculé', value: { money: 4892 } },
    ])
    expect(
      facts('sales:cannotCloseSaleWithCreditLimitExceeded', {
        clientId: 'c1',
        current: 9000,
        excess: 450,
        limit: 10_000,
      }),
    ).toEqual([
      { label: 'Encours actuel', value: { money: 9000 } },
      { label: 'Dépassement', value: { money: 450 } },
      { label: 'Limite', value: { money: 10_000 } },
    ])
  })

  test('each incomplete payment with what it lacks', () => {
    const payments = [
      { paymentId: 'a', type: 'INSURANCE', missing: ['patient', 'voucherNumber'] },
      { paymentId: 'b', type: 'MOBILE_MONEY', missing: ['phoneOperator'] },
    ]
    expect(facts('sales:cannotCloseSaleWithInvalidPayment', { payments })).toEqual([
      { label: 'Couverture', value: 'Patient manquant, Numéro de bon manquant' },
      { label: 'Mobile', value: 'Opérateur manquant' },
    ])
  })

  test('counts, products, days and waiting times', () => {
    expect(facts('roles:cannotDeleteRoleWithUsers', { count: 3 })).toEqual([
      { label: 'Membres avec ce rôle', value: 3 },
    ])
    expect(facts('persons:archiveUnclosedBillsOrSales', { bills: 1, sales: 2, outgoing: 500 })).toEqual([
      { label: 'Factures non clôturées', value: 1 },
      { label: 'Ventes non clôturées', value: 2 },
      { label: 'Encours à facturer', value: { money: 500 } },
    ])
    expect(
      facts('sales:cannotSaleArchivedStockItem', { items: [{ recordId: 'r', stockItemId: 's', label: 'Maalox' }] }),
    ).toEqual([{ label: 'Produit', value: 'Maalox' }])
    expect(facts('sales:expiredStockItem', { items: [{ label: 'Maalox', expiresOn: '2026-10-31' }] })).toEqual([
      { label: 'Maalox', value: { day: '2026-10-31' } },
    ])
    expect(facts('Error these products do not have category.', { products: [{ label: 'Zinc' }] })).toEqual([
      { label: 'Produit', value: 'Zinc' },
    ])
    expect(facts('tokens:wrongPin', { attemptsLeft: 4 })).toEqual([{ label: 'Essais restants', value: 4 }])
    expect(facts('users:pinLockedOut', { retryAfterSeconds: 60 })).toEqual([
      { label: 'Nouvel essai dans', value: { seconds: 60 } },
    ])
  })

  test('details of another shape show nothing and break nothing', () => {
    expect(
      facts('sales:cannotCloseSaleWithInvalidPayment', {
        payments: [
          { type: 'constructor', missing: ['bank'] },
          { type: 'CASH', missing: ['toString'] },
          { type: 'CASH', missing: 'bank' },
          null,
          { type: 3 },
        ],
      }),
    ).toEqual([])
    expect(facts('sales:expiredStockItem', { items: [{ label: 'Maalox' }, { expiresOn: '2026-10-31' }] })).toEqual([])
    expect(facts('users:pinLockedOut', { retryAfterSeconds: 'soon' })).toEqual([])
    expect(facts('sales:unknownStockItem', { items: [{ label: 3 }, 'Maalox'] })).toEqual([])
    fc.assert(
      fc.property(fc.constantFrom(...errorCatalogue), fc.anything(), (entry, details) => {
        for (const fact of entry.facts(details)) expect(fact.label).not.toBe('')
      }),
    )
  })
})

test('a refusal is an error that carries its message, facts and status', () => {
  const error = new AppError('sales:overpaid', { excess: 5 }, 422)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'AppError', message: 'sales:overpaid', details: { excess: 5 }, status: 422 })
})
