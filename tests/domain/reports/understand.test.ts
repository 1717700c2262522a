import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ReportQuery } from '#shared/contract/reports.ts'
import { lastDayOfMonth } from '#shared/domain/dates.ts'
import { isKnownOf } from '#shared/domain/reports/dimensions.ts'
import { measureNames, measures } from '#shared/domain/reports/measures.ts'
import { periodOn } from '#shared/domain/reports/relative-period.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { nameFinder, type NamedRecord } from '#shared/domain/reports/words/named-records.ts'
import { wordsSought } from '#shared/domain/reports/words/phrase-at.ts'
import { understand, type Understood } from '#shared/domain/reports/words/understand.ts'
import { questions } from '#tests/domain/reports/questions.ts'
import { runs } from '#tests/support/extent.ts'

const today = '2026-11-29'
const records = listOf(`
  product: Coartem 20/120 mg cp B/24; Coartem 80/480 mg cp B/6; Artefan 20/120 mg cp B/24; Artefan 80/480 cp B/6
  product: Doliprane 500 mg cp B/16; Doliprane 500 mg sachet B/12; Doliprane 1000 mg cp B/8; Doliprane 1000 mg suppo B/10
  product: Efferalgan 500 mg cp eff B/16; Amoxicilline 500 mg gél B/12; Augmentin 1 g sachet B/12; Augmentin 500 mg cp B/16
  product: Lait Guigoz 1 400 g; Lait Guigoz 2 400 g; Couches Pampers T3; Couches Pampers T4; Ventoline 100 µg; Ventoline sirop
  product: Spasfon cp B/30; Paracétamol Denk 500 mg B/20; Lantus Solostar stylo; Gel hydroalcoolique 500 ml; Sérum oculaire
  category: Médicament; Bébé; Cosmétique; Parapharmacie; Dispositif médical; Retour
  storage: Rayon froid; Vitrine; Réserve; Tiroir A; Caisse
  payer: SUNU Assurances; NSIA Bénin; CNSS; ASCOMA; L’Africaine des Assurances
  supplier: UBIPHARM; LABOREX; GAPOB
  laboratory: Sanofi; Novartis; GSK; Denk Pharma; Bayer
  seller: Awa Dossou; Koffi Mensah; Mariam Traoré; Jean Hounkpatin; Rachidatou N’Diaye; Rachidatou Sènou-Adjovi
  inns: Paracétamol; Amoxicilline; Ibuprofène
`)
const uses: NamedRecord[] = [
  { dimension: 'product', keys: ['P01B'], name: 'antipaludique', isUse: true },
  { dimension: 'product', keys: ['A10A'], name: 'insuline', isUse: true },
  { dimension: 'atc', keys: ['J01'], name: 'antibiotique', isUse: true },
]
const find = nameFinder([...records, ...uses])

const lines = questions
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string])

describe('a question in words', () => {
  it('are hundreds', () => expect(lines.length).toBeGreaterThanOrEqual(200))

  it.each(lines)('%s', (text, meant) => {
    expect(told(text)).toEqual(meantBy(meant))
  })
})

test('the share of the list that is understood', () => {
  const right = lines.filter(([text, meant]) => isDeepStrictEqual(told(text), meantBy(meant))).length
  const percent = Math.round((right * 1000) / lines.length) / 10
  process.stdout.write(`${right} of ${lines.length} questions in words are understood: ${percent} %\n`)
  expect(percent).toBe(100)
})

test('a long question of words that thousands of products have is read at once', () => {
  const many = Array.from({ length: 10_000 }, (_, at): NamedRecord => {
    const name = `Comprimex ${at % 977} mg ${at % 2 ? 'sirop' : 'sachet'} B/${at % 30} solution injectable`
    return { dimension: 'product', keys: [String(at)], name }
  })
  const long = 'solution injectable comprimex sirop sachet sol com inj sir sac mg '.repeat(5).slice(0, 300)
  const finder = nameFinder(many)
  const begun = performance.now()
  understand(long, { today, find: finder })
  expect(performance.now() - begun).toBeLessThan(1500)
})

test('a word of the vocabulary is sought as a name after a noun only', () => {
  expect(wordsSought('ventes du rayon Caisse hier')).toContain('caisse')
  expect(wordsSought('marge de la catégorie Retour')).toContain('retour')
  expect(wordsSought('ventes par caisse')).not.toContain('caisse')
})

describe('any words', () => {
  const words = [...new Set(questions.replaceAll(/\|.*/g, '').split(/\s+/))]
  const anyText = fc.oneof(
    fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 12 })
      .map((all) => all.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )

  it('mean a report that may be asked for, or none; what is struck through lies in the text, once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { report, struck } = understand(text, { today, find })
        let last = 0
        for (const { start, end } of struck) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
        if (report === null) return
        const { limit, share, relative: _, ...asked } = report
        if (share !== null) expect(asked.filters.map(({ dimension }) => dimension)).toContain(share)
        expect(ReportQuery.safeParse({ ...asked, ...(limit !== null && { limit }) }).error).toBeUndefined()
        const told = [...report.dimensions, ...report.filters.map(({ dimension }) => dimension)]
        for (const measure of report.measures)
          for (const dimension of told) expect([dimension, isKnownOf(dimension, measure)]).toEqual([dimension, true])
      }),
      { numRuns: runs(500) },
    )
  })

  it('move with the days where they say so, and stay where they name them', () => {
    const relativeOf = (text: string, on = today) => understand(text, { today: on, find }).report?.relative
    for (const [text, relative] of [
      ['CA', 'this-month'],
      ['CA hier', 'yesterday'],
      ['marge du mois dernier', 'last-month'],
      ['marge par mois', 'this-year'],
      ['CA des 30 derniers jours', '30-days'],
      ['CA d’octobre', null],
      ['CA de novembre', null],
      ['CA du 28 novembre', null],
      ['CA 2026', null],
      ['CA depuis le 1er novembre', null],
      ['CA des 7 derniers jours', null],
    ] as const)
      expect([text, relativeOf(text)]).toEqual([text, relative])
    expect(relativeOf('CA du jour', '2026-11-01')).toBe('today')
    expect(relativeOf('CA du mois', '2026-11-01')).toBe('this-month')
    for (const [text] of lines)
      for (const on of [today, '2026-03-01', '2027-01-04']) {
        const { report } = understand(text, { today: on, find })
        if (report?.relative) expect([text, periodOn(report.relative, on)]).toEqual([text, report.period])
      }
  })

  it('never ask for a measure without its right', () => {
    const allowed = measureNames.filter((name) => measures[name].permission === undefined)
    for (const [text] of lines)
      for (const name of understand(text, { today, find, allowed }).report?.measures ?? [])
        expect(allowed).toContain(name)
    const refused = understand('marge par mois', { today, find, allowed })
    expect(refused.report?.measures).toEqual(['turnover'])
    expect(refused.struck).toEqual([{ start: 0, end: 5 }])
  })
})

/** A report in the words of the list. */
function told(text: string): Record<string, string> {
  const understood = understand(text, { today, find })
  return { ...reportOf(understood), ...struckOf(text, understood) }
}

function reportOf({ report }: Understood): Record<string, string> {
  if (report === null) return { none: '' }
  const { measures, dimensions, filters, period, comparison, order, limit, share } = report
  return {
    m: measures.join('+'),
    ...(dimensions.length > 0 && { by: dimensions.join('+') }),
    ...(filters.length > 0 && {
      f: filters.map(({ dimension, keys, name }) => `${dimension}:${nameIn(dimension, keys, name)}`).join(','),
    }),
    p: `${period.from}..${period.to}`,
    ...(comparison && { vs: comparison }),
    ...(order && { o: `${order.descending ? '-' : '+'}${order.by}${order.of === 'change' ? '~' : ''}` }),
    ...(limit !== null && { n: String(limit) }),
    ...(share !== null && { s: share }),
  }
}

/** Records by their names, the others by their keys. */
function nameIn(dimension: string, keys: readonly string[], name: string): string {
  const byKey = ['weekday', 'hour', 'means', 'reason', 'cause', 'taxGroup', 'prescriptionList'].includes(dimension)
  return byKey ? keys.join('|') : fold(name).replaceAll(' ou ', '|').replaceAll(' ', '_')
}

function struckOf(text: string, { report, struck }: Understood): Record<string, string> {
  if (report === null || struck.length === 0) return {}
  return { x: struck.map(({ start, end }) => fold(text.slice(start, end)).replaceAll(' ', '_')).join(',') }
}

function meantBy(meant: string): Record<string, string> {
  const facts = Object.fromEntries(
    meant
      .trim()
      .split(' ')
      .map((fact) => fact.split('=') as [string, string?]),
  )
  if ('none' in facts) return { none: '' }
  return { ...facts, p: wholePeriod(facts.p ?? '') } as Record<string, string>
}

function wholePeriod(period: string): string {
  if (/^\d{4}$/.test(period)) return `${period}-01-01..${period}-12-31`
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(period) ?? []
  if (month) return `${period}-01..${lastDayOfMonth(Number(year), Number(month))}`
  return period.includes('..') ? period : `${period}..${period}`
}

function listOf(text: string): NamedRecord[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [dimension = '', names = ''] = line.trim().split(': ')
      return names.split('; ').map((name) => ({ dimension, keys: [name], name }) as NamedRecord)
    })
}
