import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Buyer } from '#shared/contract/sales.ts'
import { type closingRefusal, refuseBuyerTaxId } from '#shared/domain/closing-refusals.ts'
import { firmNumbers, theTaxId } from '#shared/domain/countries/country-facts.ts'
import { clientOfBuyer, isClientTaxId, taxIdOf } from '#shared/domain/fiscal/buyer.ts'
import { fiscalPlatforms, fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { newLocalSale, isEmptySale, openSale } from '#shared/domain/local-sale.ts'
import { saleToClose, toNewSale } from '#shared/domain/sale-to-send.ts'
import { setBuyer } from '#shared/domain/sale-lines.ts'
import { anySale } from '#tests/domain/support/any-sale.ts'

const sobebra = {
  organizationId: null,
  name: 'SOBEBRA SA',
  taxId: '3200700000018',
  contact: null,
  address: 'Cotonou',
}
const open = openSale(
  newLocalSale({ id: 'sale-1', identifier: 'K1-1', createdAt: '2026-11-21T10:00:00.000Z' }),
  'user-1',
  'session-1',
)
const facts = {
  terminalId: 't',
  sellerRoles: [],
  soldAt: '2026-11-21T10:00:00.000Z',
  registerId: 'r',
  cashStep: 5,
}

describe('the tax number of a client', () => {
  test.each([
    ['e-mecef', '3200700000018', true],
    ['e-mecef', '320070000001', false],
    ['e-mecef', '1234567X', false],
    ['fne', '1234567X', true],
    ['fne', '3200700000018', false],
    ['def', 'A0905219X', true],
    ['none', 'TG-4471', true],
  ] as const)('%s, %s: %s', (platform, taxId, isTaken) => {
    expect(isClientTaxId(taxId, platform)).toBe(isTaken)
  })

  test('none is taken everywhere; blanks and small letters are how people type', () => {
    for (const platform of fiscalPlatforms) expect(isClientTaxId(taxIdOf(' \t'), platform)).toBe(true)
    expect(taxIdOf(' 320 070 000 0018')).toBe('3200700000018')
    expect(taxIdOf('1234567x')).toBe('1234567X')
  })

  test('what the form of a country says is what its platform takes', () => {
    for (const [country, platform] of [
      ['BJ', 'e-mecef'],
      ['CI', 'fne'],
    ] as const)
      expect(firmNumbers(country).taxId.form?.pattern).toEqual(fiscalProfile(platform).clientTaxId)
  })

  test('its name in a sentence', () => {
    expect([theTaxId('BJ'), theTaxId('CI'), theTaxId(undefined)]).toEqual(['l’IFU', 'le NCC', 'le N° fiscal'])
  })
})

const anyText = fc.option(fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text.trim() === text))
const anyBuyer = fc.record({
  organizationId: fc.option(fc.uuid()),
  name: fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text.trim() === text),
  taxId: fc.oneof(anyText, fc.stringMatching(/^\d{13}$/), fc.stringMatching(/^\d{7}[A-Z]$/)),
  contact: anyText,
  address: anyText,
})

test('a sale is refused for its buyer exactly when the platform would refuse the number', () => {
  fc.assert(
    fc.property(anySale, fc.option(anyBuyer), fc.constantFrom(...fiscalPlatforms), (sale, buyer, fiscalPlatform) => {
      const refusal = refuseBuyerTaxId({ ...sale, buyer }, { fiscalPlatform } as Parameters<typeof closingRefusal>[1])
      const isTaken = isClientTaxId(buyer?.taxId ?? null, fiscalPlatform)
      expect(refusal).toEqual(isTaken ? null : { message: 'sales:invalidBuyerTaxId', details: { taxId: buyer?.taxId } })
    }),
  )
})

test('the buyer goes with the sale as he was named, word for word; a walk-in sale says nothing of one', () => {
  fc.assert(
    fc.property(anyBuyer, (buyer) => {
      const sale = setBuyer(open, buyer)
      expect(toNewSale(sale, facts).buyer).toEqual(buyer)
      expect(saleToClose(sale).buyer).toEqual(buyer)
      const { organizationId: _, ...client } = buyer
      expect(clientOfBuyer(buyer)).toEqual(client)
      expect('buyer' in toNewSale(setBuyer(sale, null), facts)).toBe(false)
    }),
  )
  expect('buyer' in toNewSale(open, facts)).toBe(false)
  expect(clientOfBuyer(undefined)).toBeNull()
})

test('the contract takes what a counter keeps, and no buyer without a name', () => {
  expect(Buyer.parse(sobebra)).toEqual(sobebra)
  expect(Buyer.safeParse({ ...sobebra, name: ' ' }).success).toBe(false)
})

test('a sale with nothing but a buyer is not empty: closing its tab keeps it', () => {
  expect(isEmptySale(setBuyer(open, sobebra))).toBe(false)
  expect(isEmptySale(setBuyer(setBuyer(open, sobebra), null))).toBe(true)
})
