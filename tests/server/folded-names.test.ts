import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#shared/contract/clients.ts'
import { organizations, type Organization } from '#shared/contract/organizations.ts'
import { persons, type Person } from '#shared/contract/persons.ts'
import { products } from '#shared/contract/products.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { buildSearchIndex, finish, type SearchItem } from '#shared/domain/search/search-index.ts'
import { organizationItem } from '#shared/store/lists/organization-list-atoms.ts'
import { personItem } from '#shared/store/lists/person-list-atoms.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('folded')
const owner = as(shop.titulaire.token)

const names = [
  'Dossou Aurèle',
  'HOUNKPÈ Édith',
  'e\u0301dith',
  'Ọlá Ṣadé',
  'O\u0323la\u0301',
  'ƉƐGBÉ Ɔ́kpɛ́',
  'Œuvrard',
  'N’GUESSAN',
  "N'Guessan",
  'NʼGuessan',
  'Jean‑Marie — Kossi',
  'Ngũgĩ',
  'Ærø ǼR',
  'Müller',
  'Łukasz',
  'İpek',
  'ΟΔΥΣΣΕΥΣ',
  'ЁЛКИН',
  '𞤀𞤣𞤢𞤥',
  '王小明',
  'مُحَمَّد',
  'שָׁלוֹם',
  '<b>x</b>',
  '🙈 O\u200dX',
  'a\u00a0b\u202fc',
  '',
]

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await database.platform((tx) =>
    sql<{ folded: string }>`select folded(t) as folded
      from unnest(${[...texts]}::text[]) with ordinality as u (t, n) order by n`.execute(tx),
  )
  return rows.map(({ folded }) => folded)
}

describe('the database and the tills fold alike', () => {
  test.each(names)('« %s »', async (name) => {
    expect(await foldedByDatabase([name])).toEqual([fold(name)])
  })

  test('every letter, mark and sign of the scripts of our names', async () => {
    const ranges = ['\\ua7cb-\\ua7dc', '\\u1acf-\\u1aff', '\\u20f1-\\u20ff']
    const later = new RegExp(`[${ranges.join('')}]`)
    const signs: string[] = []
    for (let code = 1; code < 0x1_0000; code++)
      if (code < 0xd800 || code > 0xdfff) signs.push(String.fromCodePoint(code))
    for (let code = 0x1_e900; code < 0x1_e960; code++) signs.push(String.fromCodePoint(code))
    // Before Unicode 15: what later versions add, Node.js and PostgreSQL learn at different times.
    const known = signs.filter(
      (sign) =>
        /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Ethiopic}\p{Script=Common}\p{Script=Inherited}]/u.test(
          sign,
        ) &&
        !later.test(sign) &&
        !/[\p{Nl}\p{So}]/u.test(sign),
    )
    const folded = await foldedByDatabase(known.map((sign) => `x${sign}x`))
    const differing = known.flatMap((sign, at) =>
      folded[at] === fold(`x${sign}x`) ? [] : [`${sign} ${sign.codePointAt(0)!.toString(16)}`],
    )
    expect(differing).toEqual([])
  })

  test('the letters of French, which have a shorter way', async () => {
    const letters = [...Array.from({ length: 0x60 }, (_, at) => String.fromCodePoint(0xa0 + at)), ...'aZ 9ŒœŸ’–\u202f€']
    const anyText = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 20, maxLength: 60 }), async (texts) => {
        expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
      }),
      { numRuns: 20 },
    )
  })

  test('generated names', async () => {
    const letters = Array.from("aAeEéÉèÈœŒæÆọỌɔƆñÑßıİ’'ʼ‘-‑–— .,()/\u0301\u0323\u00a0\u202f019")
    const anyName = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(anyName, { minLength: 20, maxLength: 60 }), async (texts) => {
        expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
      }),
      { numRuns: 20 },
    )
  })
})

describe('the office finds whom a till finds', () => {
  const spellings = [
    ['N’Diaye', ["N'DIAYE", 'NʼDIAYE', 'n‘diaye', 'N DIAYE', 'n-diaye']],
    ['Jean‑Marie', ['jean-marie', 'Jean–Marie', 'JEAN MARIE']],
    ['Œuvrard', ['OEUVRARD', 'œuvrard', 'Oeuvr']],
    ['Lætitia', ['laetitia', 'LÆTITIA']],
    ['Ọlá', ['OLA', 'O\u0323la\u0301']],
    ['Ɔkpɛ', ['ɔKPƐ']],
  ] as const
  const foundAtTill = (item: SearchItem, text: string) =>
    finish(buildSearchIndex([item]))
      .find(text)
      .ids.includes(item.id)

  test.each(spellings)('clients « %s »', async (name, others) => {
    const { id } = await owner.call(persons.create, { body: { lastName: name, firstName: 'Ama' } })
    const person = (await owner.call(persons.read, { params: { id } })) as unknown as Person
    const payer = await owner.call(organizations.create, { body: { name: `${name} ${randomUUID()}` } })
    const organization = (await owner.call(organizations.read, {
      params: { id: payer.id },
    })) as unknown as Organization
    for (const each of [name, ...others]) {
      expect([each, foundAtTill(personItem(person), each)]).toEqual([each, true])
      expect([each, foundAtTill(organizationItem(organization), each)]).toEqual([each, true])
      expect([each, await idsOf(clients.list, each)]).toEqual([each, expect.arrayContaining([id, payer.id])])
    }
  })

  test.each(spellings)('suppliers and medicines « %s »', async (name, others) => {
    const { id } = await owner.call(suppliers.create, { body: { name: `${name} ${randomUUID()}` } })
    const product = { id: randomUUID(), label: `${name} 500 mg`, source: 'tests' }
    await database.platform((tx) => tx.insertInto('products').values(product).execute())
    for (const each of [name, ...others]) {
      expect([each, await idsOf(suppliers.list, each)]).toEqual([each, expect.arrayContaining([id])])
      expect([each, await idsOf(products.list, each)]).toEqual([each, expect.arrayContaining([product.id])])
    }
  })

  test.each([
    ['+2290196123456', ['0196123456', '96123456', '+229 01 96 12 34 56', '00229 0196123456']],
    ['+33612345678', ['0612345678', '06 12 34 56 78', '612345678', '0033612345678']],
  ])('a phone %s as it is typed', async (phone, texts) => {
    const { id } = await owner.call(persons.create, { body: { lastName: 'Phone', firstName: phone, phone } })
    const person = (await owner.call(persons.read, { params: { id } })) as unknown as Person
    for (const each of texts) {
      expect([each, foundAtTill(personItem(person), each)]).toEqual([each, true])
      expect([each, (await idsOf(clients.list, each)).includes(id)]).toEqual([each, true])
    }
  })
})

type Searched = typeof clients.list | typeof suppliers.list | typeof products.list
async function idsOf(list: Searched, search: string): Promise<string[]> {
  const { items } = await owner.call(list as typeof clients.list, { query: { search, size: 200 } })
  return items.map(({ id }) => id)
}
