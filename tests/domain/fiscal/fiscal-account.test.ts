import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountAt, type FiscalAccount } from '#shared/domain/fiscal/fiscal-account.ts'
import { terminalCode, terminalCodeForm } from '#shared/domain/terminal-code.ts'

const pharmacy = { name: 'Pharmacie du Plateau', phone: '+225 27 20 00 00 00' }
const account: FiscalAccount = {
  establishment: 'Pharmacie',
  pointOfSale: 'Caisse 1',
  email: 'comptoir@pharmacie.example',
  name: null,
  phone: null,
  tills: [{ terminalCode: terminalCode('front'), pointOfSale: 'Caisse 2' }],
}

describe('what the platform of accounts is told', () => {
  test('a terminal has its own point of sale, the others that of the account', () => {
    expect(accountAt(account, pharmacy, 'front').pointOfSale).toBe('Caisse 2')
    expect(accountAt(account, pharmacy, 'back').pointOfSale).toBe('Caisse 1')
  })
  test('a client of passage is the pharmacy, or the contact that it gave', () => {
    expect(accountAt(account, pharmacy, 'back')).toMatchObject(pharmacy)
    const given = { name: 'Client comptoir', phone: '0101010101' }
    expect(accountAt({ ...account, ...given }, pharmacy, 'back')).toMatchObject(given)
  })
})

test('the code of any terminal may be typed, and names its point of sale', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const tills = [{ terminalCode: terminalCode(id), pointOfSale: 'Caisse 3' }]
      expect(terminalCode(id)).toMatch(terminalCodeForm)
      expect(accountAt({ ...account, tills }, pharmacy, id).pointOfSale).toBe('Caisse 3')
    }),
  )
})
