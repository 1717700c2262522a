import { expect, test } from 'vitest'
import { inverseKind, relationshipKinds, relationshipLabel } from '#shared/domain/relationship.ts'

test('whose child somebody is, is his parent; a guardian has a ward; spouses, siblings and others are each other’s', () => {
  expect(relationshipKinds.map((kind) => [kind, inverseKind(kind)])).toEqual([
    ['spouse', 'spouse'],
    ['child', 'parent'],
    ['parent', 'child'],
    ['sibling', 'sibling'],
    ['guardian', 'ward'],
    ['ward', 'guardian'],
    ['other', 'other'],
  ])
})

test('seen from the other side and back it is the same', () => {
  for (const kind of relationshipKinds) expect(inverseKind(inverseKind(kind))).toBe(kind)
})

test('in words, by sex where French asks for it', () => {
  expect([relationshipLabel('child', 'F'), relationshipLabel('child', 'M'), relationshipLabel('child', null)]).toEqual([
    'Fille',
    'Fils',
    'Enfant',
  ])
  expect([relationshipLabel('sibling', 'F'), relationshipLabel('sibling', null)]).toEqual(['Sœur', 'Frère ou sœur'])
  for (const kind of relationshipKinds)
    for (const sex of ['F', 'M', null] as const) expect(relationshipLabel(kind, sex)).toMatch(/^\p{Lu}/u)
})
