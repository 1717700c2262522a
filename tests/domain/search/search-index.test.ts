import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { beginsWithinOneEdit } from '#shared/domain/search/one-edit.ts'
import { buildSearchIndex, finish, MAX_HITS, type SearchItem } from '#shared/domain/search/search-index.ts'
import { lotCode } from '#shared/domain/search/word-index.ts'
import { runs } from '#tests/support/extent.ts'

const anItem = (id: string, label: string, of: Partial<SearchItem> = {}): SearchItem => ({
  id,
  label,
  texts: [],
  codes: [],
  rank: 1,
  ...of,
})
const indexOf = (items: readonly SearchItem[]) => finish(buildSearchIndex(items))

const shelf = [
  anItem('amox500', 'Amoxicilline 500 mg gél. B/12', {
    texts: ['AMOXICILLINE', 'Biogaran'],
    codes: ['3400935955838', '3595583'],
  }),
  anItem('amox250', 'Amoxicilline 250 mg/5 ml pdre susp. buv. Fl/60 ml', { texts: ['AMOXICILLINE'] }),
  anItem('clamoxyl', 'Clamoxyl 500 mg gél. B/12', { texts: ['AMOXICILLINE', 'GSK'], rank: 0 }),
  anItem('augmentin', 'Augmentin 500 mg/62,5 mg cp pell. B/16', {
    texts: ['AMOXICILLINE + ACIDE CLAVULANIQUE', 'GSK'],
  }),
  anItem('doliprane', 'Doliprane 1 g cp B/8', { texts: ['PARACÉTAMOL'], codes: ['3400930000001'] }),
  anItem('doliprane500', 'Doliprane 500 mg cp B/16', { texts: ['PARACÉTAMOL'] }),
  anItem('coeur', 'Cœur et vaisseaux, ampoules', { texts: ['MAGNÉSIUM'] }),
  anItem('vitc', 'Laroscorbine 1 g', { texts: ['VITAMINE C'] }),
]
const ids = (text: string) => indexOf(shelf).find(text).ids

describe('a search finds', () => {
  test('by the beginning of any word, in any order, without accents or case', () => {
    expect(ids('amoxi 500')).toEqual(['amox500', 'augmentin', 'clamoxyl'])
    expect(ids('500 AMOXI')).toEqual(['amox500', 'augmentin', 'clamoxyl'])
    expect(ids('paracetamol doli 500')).toEqual(['doliprane500'])
    expect(ids('coeur')).toEqual(['coeur'])
    expect(ids('CŒUR magnesium')).toEqual(['coeur'])
  })

  test('a dosage with or without its blank', () => {
    expect(ids('doliprane 1g')).toEqual(['doliprane'])
    expect(ids('doliprane 500mg')).toEqual(['doliprane500'])
  })

  test('a number said in groups, from its beginning; groups that begin none are words', () => {
    const index = indexOf([...shelf, anItem('dossou', 'DOSSOU Aurèle', { texts: ['0196123456'] })])
    for (const typed of ['01 96', '01.96.12', '01 96 12 34 56', '0196-123'])
      expect(index.find(typed).ids, typed).toEqual(['dossou'])
    expect(index.find('500 12').ids).toEqual(['amox500', 'clamoxyl'])
  })

  test('with one letter missing, too many, wrong or exchanged', () => {
    for (const typed of ['dolprane', 'dolliprane', 'dolipranne', 'dolypran', 'dolipraen', 'odliprane', 'foliprane'])
      expect(ids(typed)).toEqual(['doliprane', 'doliprane500'])
  })

  test('nothing for two errors, a short word, a number or nothing at all', () => {
    for (const typed of ['dalypran', 'vix', '501', 'amoxi 999', '', '   ', '+'])
      expect(indexOf(shelf).find(typed)).toEqual({ ids: [], total: 0 })
  })

  test('a rare word and a common one, whichever is typed first', () => {
    const many = Array.from({ length: 60 }, (_, n) => anItem(`c${n}`, `Comprimé ${1000 + n}`))
    const index = indexOf([...many, anItem('both', 'Quinine comprimé'), anItem('rare', 'Quinine sirop')])
    expect(index.find('quinine comprime')).toEqual({ ids: ['both'], total: 1 })
    expect(index.find('compri quini')).toEqual({ ids: ['both'], total: 1 })
  })

  test('no corrections where some word begins as typed', () => {
    const index = indexOf([anItem('a', 'Dolirhume'), anItem('b', 'Folirhume')])
    expect(index.find('doli').ids).toEqual(['a'])
  })

  test('a whole code, alone', () => {
    expect(ids('3400935955838')).toEqual(['amox500'])
    expect(ids(' 34009-35955838 ')).toEqual(['amox500'])
    expect(ids('340093595')).toEqual([])
  })

  test('all spellings of a scanned code, each item once', () => {
    const index = indexOf(shelf)
    expect(index.findCodes(['03400935955838', '3400935955838', '3595583'])).toEqual(['amox500'])
    expect(index.findCodes(['0000000'])).toEqual([])
    expect(
      indexOf([
        anItem('a', 'A', { codes: ['1234567'] }),
        anItem('b', 'B', { codes: ['1234567', '123 45 67'] }),
      ]).findCodes(['1234567']),
    ).toEqual(['a', 'b'])
  })

  test('a short code only as a word', () => {
    const index = indexOf([anItem('a', 'Gants 500', { codes: ['XY'] }), anItem('b', 'Compresse', { codes: ['500'] })])
    expect(index.find('500').ids).toEqual(['a'])
    expect(index.findCodes(['500'])).toEqual(['b'])
  })
})

describe('the best hits come first', () => {
  test('a whole word, then the beginning of the label, then stock, then the label', () => {
    const index = indexOf([
      anItem('label-z', 'Zinc doli'),
      anItem('begin-b', 'Dolirhume B'),
      anItem('begin-a', 'Dolirhume A'),
      anItem('begin-out', 'Doliprane', { rank: 0 }),
      anItem('inside', 'Baume dolirhume'),
      anItem('inside-best', 'Xylo dolirhume', { rank: 9 }),
    ])
    expect(index.find('doli').ids).toEqual(['label-z', 'begin-a', 'begin-b', 'begin-out', 'inside-best', 'inside'])
  })

  test('50 of them are given, all are counted', () => {
    const index = indexOf(
      Array.from({ length: 130 }, (_, n) => anItem(`i${n}`, `Doliprane ${1000 + n}`, { rank: n % 2 })),
    )
    const { ids: best, total } = index.find('doli')
    expect(total).toBe(130)
    expect(best).toHaveLength(MAX_HITS)
    expect(best[0]).toBe('i1')
    expect(best.every((id) => Number(id.slice(1)) % 2 === 1)).toBe(true)
    expect(index.find('doli', 3).ids).toEqual(['i1', 'i3', 'i5'])
    expect(
      indexOf(['D', 'B', 'A', 'C'].map((letter) => anItem(letter, `Baume ${letter}`, { texts: ['DOLI'] }))).find(
        'doli',
        2,
      ),
    ).toEqual({ ids: ['A', 'B'], total: 4 })
    expect(indexOf(shelf).find('3400935955838', 0)).toEqual({ ids: [], total: 1 })
  })
})

test('whoever asks for all of them gets them in the same order', () => {
  fc.assert(
    fc.property(anyItems, anyQuery, (items, query) => {
      expect(indexOf(items).find(query, 10_000)).toEqual(plainSearch(items, query))
    }),
  )
})

describe('changes after the build', () => {
  test('a changed item that reads like another stands where its id says', () => {
    const index = indexOf([anItem('a', 'Zinc'), anItem('c', 'Zinc')])
    index.apply({ upserts: [anItem('b', 'Zinc'), anItem('d', 'Zinc')] })
    expect(index.find('zinc').ids).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a new label is found, the old one is not', () => {
    const index = indexOf(shelf)
    index.apply({
      upserts: [anItem('clamoxyl', 'Clamoxyl 1 g cp B/14', { texts: ['AMOXICILLINE'], codes: ['3400911111111'] })],
    })
    expect(index.find('clamoxyl 500').ids).toEqual([])
    expect(index.find('clamoxyl 1g').ids).toEqual(['clamoxyl'])
    expect(index.find('3400911111111').ids).toEqual(['clamoxyl'])
  })

  test('so are a label, a text or a code that alone is new', () => {
    const item = anItem('a', 'Quinine', { texts: ['PALUDISME'], codes: ['1111111'] })
    for (const [change, old, found] of [
      [{ label: 'Nivaquine' }, 'quinine', 'nivaquine'],
      [{ texts: ['FIÈVRE'] }, 'paludisme', 'fievre'],
      [{ codes: ['2222222'] }, '1111111', '2222222'],
    ] as const) {
      const index = indexOf([item])
      index.find('q')
      index.apply({ upserts: [{ ...item, ...change }] })
      expect([index.find(old).total, index.find(found).total]).toEqual([0, 1])
      index.apply({ upserts: [item] })
      expect([index.find(old).total, index.find(found).total]).toEqual([1, 0])
    }
  })

  test('a removed one is gone, by words and by code, and can come back', () => {
    const index = indexOf(shelf)
    index.apply({ removed: ['amox500', 'nobody'] })
    expect(index.find('amoxicilline 500 biogaran').total).toBe(0)
    expect(index.find('3400935955838').ids).toEqual([])
    index.apply({ upserts: [shelf[0]!] })
    expect(index.find('3400935955838').ids).toEqual(['amox500'])
    index.apply({ upserts: [anItem('new', 'Quinine')] })
    index.apply({ removed: ['new'] })
    expect(index.find('quinine').total).toBe(0)
  })

  test('stock that changes only changes the place among equals', () => {
    const index = indexOf(shelf)
    expect(index.find('gel 500').ids).toEqual(['amox500', 'clamoxyl'])
    index.apply({
      upserts: [
        { ...shelf[0]!, rank: 0 },
        { ...shelf[2]!, rank: 1 },
      ],
    })
    expect(index.find('gel 500').ids).toEqual(['clamoxyl', 'amox500'])
  })

  test('a word that only a changed item has is found as typed, and brings no corrections of the others', () => {
    const index = indexOf([anItem('a', 'Folirhume')])
    index.apply({ upserts: [anItem('b', 'Dolirhume')] })
    expect(index.find('dolir')).toEqual({ ids: ['b'], total: 1 })
    expect(index.find('dolirhumme')).toEqual({ ids: ['b'], total: 1 })
  })

  test('a word that only a removed item had no longer stands in the way of a correction', () => {
    const index = indexOf([anItem('a', 'Amoxil'), anItem('b', 'Amoxyl')])
    expect(index.find('amoxil').ids).toEqual(['a'])
    index.apply({ removed: ['a'] })
    expect(index.find('amoxil').ids).toEqual(['b'])
  })

  test('so many that building anew pays are told', () => {
    const index = indexOf([])
    index.apply({ upserts: Array.from({ length: 2000 }, (_, n) => anItem(`n${n}`, 'x')) })
    expect(index.isWornOut).toBe(false)
    index.apply({ upserts: [anItem('one more', 'x')] })
    expect(index.isWornOut).toBe(true)
  })
})

// ── against the plainest possible search ───────────────────────────────────────────────────────────────────────────────
const vocabulary = ['doli', 'dolip', 'doliprane', 'amoxi', 'amoxil', 'zinc', 'c', 'mg', '500', '50', 'été', 'cœur', 'a']
const anyText = fc.array(fc.constantFrom(...vocabulary), { minLength: 0, maxLength: 4 }).map((words) => words.join(' '))
const anyItem: fc.Arbitrary<SearchItem> = fc.record({
  id: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz')),
  label: anyText,
  texts: fc.array(anyText, { maxLength: 2 }),
  codes: fc.array(fc.constantFrom('1234567', '7654321'), { maxLength: 1 }),
  rank: fc.nat(2),
})
const anyItems = fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 20 })
const anyQuery = fc
  .array(fc.constantFrom(...vocabulary, 'd', 'do', 'dloi', 'dolxprane', 'amxi', '5', 'xyzt', 'ete'), {
    minLength: 0,
    maxLength: 3,
  })
  .map((words) => words.join(' '))

function plainSearch(items: readonly SearchItem[], query: string): { ids: string[]; total: number } {
  const words = wordsOf(query)
  const all = plainlyFound(items, words)
  // The only little word of the vocabulary.
  return all.total > 0 || !words.includes('a')
    ? all
    : plainlyFound(
        items,
        words.filter((word) => word !== 'a'),
      )
}

function plainlyFound(items: readonly SearchItem[], searched: readonly string[]): { ids: string[]; total: number } {
  const own = items.map((item) => ({
    item,
    key: wordsOf(item.label).join(' '),
    words: [item.label, ...item.texts].flatMap(wordsOf),
  }))
  if (searched.length === 0) return { ids: [], total: 0 }
  const matches = searched.map((one) => {
    const all = own.flatMap(({ words }) => words)
    if (all.some((word) => word.startsWith(one))) return (word: string) => word.startsWith(one)
    return (word: string) => one.length >= 4 && !/^\d+$/.test(one) && beginsWithinOneEdit(word, one)
  })
  const hits = own.filter(({ words }) => matches.every((isMatch) => words.some(isMatch)))
  const quality = ({ words }: (typeof hits)[number]) => new Set(searched.filter((one) => words.includes(one))).size
  const isFirst = ({ words }: (typeof hits)[number]) => Number(matches.some((isMatch) => isMatch(words[0]!)))
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  hits.sort(
    (a, b) =>
      quality(b) - quality(a) ||
      isFirst(b) - isFirst(a) ||
      b.item.rank - a.item.rank ||
      text(a.key, b.key) ||
      text(a.item.id, b.item.id),
  )
  return { ids: hits.slice(0, MAX_HITS).map(({ item }) => item.id), total: hits.length }
}

test('finds and orders exactly what the plainest search does', () => {
  fc.assert(
    fc.property(anyItems, anyQuery, (items, query) => {
      expect(indexOf(items).find(query)).toEqual(plainSearch(items, query))
    }),
    { numRuns: runs(500) },
  )
})

test('after any changes it is what an index of the changed items is', () => {
  const anyChange = fc.record({
    upserts: fc.array(anyItem, { maxLength: 3 }),
    removed: fc.array(fc.constantFrom(...Array.from('abcdefghij')), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(anyItems, fc.array(anyChange, { maxLength: 5 }), anyQuery, (items, changes, query) => {
      const index = indexOf(items)
      const rows = new Map(items.map((item) => [item.id, item]))
      for (const change of changes) {
        index.apply(change)
        for (const id of change.removed) rows.delete(id)
        for (const item of change.upserts) rows.set(item.id, item)
        expect(index.find(query)).toEqual(plainSearch([...rows.values()], query))
        expect(index.findCodes(['1234567']).toSorted()).toEqual(
          [...rows.values()].flatMap(({ id, codes }) => (codes.includes('1234567') ? [id] : [])).toSorted(),
        )
      }
    }),
  )
})

test('the build pauses, and ends the same whether it is hurried or not', () => {
  const items = Array.from({ length: 9000 }, (_, n) =>
    anItem(`i${n}`, `Produit ${(n * 7919) % 9000} mg`, { codes: [`${1_000_000 + n}`] }),
  )
  const steps = buildSearchIndex(items)
  let pauses = 0
  let step = steps.next()
  while (!step.done) {
    pauses++
    step = steps.next()
  }
  expect(pauses).toBeGreaterThan(30)
  expect(step.value.find('produit 42').ids).toEqual(indexOf(items).find('produit 42').ids)
  expect(step.value.find('produit').total).toBe(9000)
  expect(step.value.findCodes(['1004321'])).toEqual(['i4321'])
})

describe('the number of a lot', () => {
  const index = () =>
    indexOf([
      anItem('doliprane', 'Doliprane 1000 mg', { codes: ['3400935955838', lotCode('L23-104')] }),
      anItem('coartem', 'Coartem 20/120', { codes: [lotCode('104'), lotCode('2026114')] }),
      anItem('l23', 'L23 crème', { codes: [] }),
    ])

  test.each([
    ['L23-104', ['doliprane']],
    ['l23104', ['doliprane']],
    ['2026114', ['coartem']],
  ])('finds its product: « %s »', (typed, found) => expect(index().find(typed).ids).toEqual(found))

  test.each(['104', '23-104', 'L23'])('is whole and long enough to be none of a dosage: « %s »', (typed) =>
    expect(index().find(typed).ids).not.toContain('coartem'),
  )

  test('is no code that a scanner reads', () => expect(index().findCodes(['2026114', 'L23104'])).toEqual([]))
})

describe('what is sold most', () => {
  const items = [
    anItem('a', 'Doliprane 1000 mg'),
    anItem('b', 'Doliprane 500 mg'),
    anItem('c', 'Doliprane enfant', { rank: 0 }),
    anItem('d', 'Efferalgan', { texts: ['doliprane'] }),
  ]

  test('comes first among equally good hits, after what is in stock and what fits better', () => {
    const index = indexOf(items)
    index.weigh(['d', 'c', 'b'])
    expect(index.find('dolip').ids).toEqual(['b', 'a', 'c', 'd'])
    index.weigh([])
    expect(index.find('dolip').ids).toEqual(['a', 'b', 'c', 'd'])
  })

  test('also of what changed since the index was built', () => {
    const index = indexOf(items)
    index.weigh(['e', 'b'])
    index.apply({ upserts: [anItem('e', 'Doliprane 300 mg')] })
    expect(index.find('dolip').ids).toEqual(['e', 'b', 'a', 'c', 'd'])
  })

  test('property: the order of the sold is theirs, the others keep the order of labels', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Array.from({ length: 30 }, (_, at) => String(at).padStart(2, '0'))), (best) => {
        const index = indexOf(
          Array.from({ length: 30 }, (_, at) => anItem(String(at).padStart(2, '0'), `Alpha ${at + 10}`)),
        )
        index.weigh(best)
        const rest = Array.from({ length: 30 }, (_, at) => String(at).padStart(2, '0')).filter(
          (id) => !best.includes(id),
        )
        expect(index.find('alpha').ids).toEqual([...best, ...rest])
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('an elided article', () => {
  const index = indexOf([
    anItem('peroxyde', 'Peroxyde d’hydrogène 10 vol. Fl/250 ml'),
    anItem('oxygenee', "Eau d'oxygène"),
    anItem('doliprane', 'Doliprane 1 g'),
    anItem('daflon', 'Daflon 500 mg'),
    anItem('vitd', 'Vitamine D3'),
    anItem('almeida', 'D’ALMEIDA Koffi'),
  ])

  test('is no word: a letter finds first what begins with it', () => {
    expect(index.find('d').ids.slice(0, 2)).toEqual(['daflon', 'doliprane'])
    expect(index.find('d').ids.indexOf('peroxyde')).toBeGreaterThan(1)
  })

  test.for(['d’hydrogene', "d'hydro", 'hydrogene', 'peroxyde d’h'])('« %s » finds all the same', (typed) => {
    expect(index.find(typed).ids).toEqual(['peroxyde'])
  })

  test.for(['almeida', 'd almeida', "d'almeida", 'dalmeida', 'koffi d almeida'])('« %s » finds the name', (typed) => {
    expect(index.find(typed).ids).toEqual(['almeida'])
  })
})

test('little words that no item has are left out, and only then', () => {
  const index = indexOf([
    anItem('doliprane', 'Doliprane 1 g', { texts: ['douleur fièvre'] }),
    anItem('contrex', 'Contrex eau'),
  ])
  expect(index.find('contre la douleur').ids).toEqual(['doliprane'])
  expect(index.find('contre').ids).toEqual(['contrex'])
  expect(index.find('pour la').ids).toEqual([])
})
