import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedBy, mailClosing } from '#shared/domain/mail-closing.ts'
import { runs } from '#tests/support/extent.ts'

const pharmacy = {
  name: 'Pharmacie Camp Guézo',
  address: 'Rue 12.040',
  city: 'Cotonou',
  phone: '+229 21 30 00 00',
}

test.each([
  ['all that is known', {}, 'Pharmacie Camp Guézo\nRue 12.040, Cotonou\nTél. +229 21 30 00 00'],
  ['no telephone', { phone: null }, 'Pharmacie Camp Guézo\nRue 12.040, Cotonou'],
  ['no address', { address: null }, 'Pharmacie Camp Guézo\nCotonou\nTél. +229 21 30 00 00'],
  ['no town', { city: null }, 'Pharmacie Camp Guézo\nRue 12.040\nTél. +229 21 30 00 00'],
  [
    'what a copy is',
    { address: null, city: '', phone: '', copyKind: 'exercise' as const },
    'EXERCICE\nPharmacie Camp Guézo',
  ],
  ['a name alone', { address: null, city: '', phone: '' }, 'Pharmacie Camp Guézo'],
])('a letter closes with %s', (_, known, closing) => {
  expect(mailClosing({ ...pharmacy, ...known })).toBe(closing)
})

test('one empty line stands between a text and its closing', () => {
  expect(closedBy('Bonjour,\n\nMerci.', 'Pharmacie')).toBe('Bonjour,\n\nMerci.\n\nPharmacie')
  expect(closedBy('Merci.\n\n \n', 'Pharmacie')).toBe('Merci.\n\nPharmacie')
})

test('a closing says each thing that is known once, and has no empty line; a text keeps its words', () => {
  const known = fc.option(fc.stringMatching(/^[A-Za-zÀ-ÿ0-9 +]*[A-Za-z0-9]$/))
  const anySender = fc.record({
    name: fc.stringMatching(/^[A-Z][a-z ]*[a-z]$/),
    address: known,
    city: known,
    phone: known,
  })
  fc.assert(
    fc.property(anySender, fc.string(), (sender, text) => {
      const closing = mailClosing(sender)
      const lines = closing.split('\n')
      expect(lines[0]).toBe(sender.name)
      expect(lines).not.toContain('')
      const place = [sender.address, sender.city].filter((part) => part !== null).join(', ')
      expect(lines.slice(1)).toEqual([
        ...(place === '' ? [] : [place]),
        ...(sender.phone === null ? [] : [`Tél. ${sender.phone}`]),
      ])
      const closed = closedBy(text, closing)
      expect(closed.endsWith(`\n\n${closing}`)).toBe(true)
      expect(closed.slice(0, -closing.length).trim()).toBe(text.trim())
    }),
    { numRuns: runs(200) },
  )
})
