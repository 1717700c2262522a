import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { indexProducts, matchLine, type MatchedProduct } from '#shared/domain/scheme/match-line.ts'
import { substanceKey, substanceStems } from '#shared/domain/scheme/substances.ts'

// Beside the checkout, where its makers keep it; the rules above do not need it.
const files = ['../shared/data/products.tsv.gz', '../shared/data/openmedic/nomenclature_CIP13.tsv.gz'] as const
const missing = files.filter((file) => !existsSync(file))

type Real = MatchedProduct & { group: string }

const rowsOf = (file: string): string[][] =>
  gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

/** Specialities of the referential by CIS, without homeopathy, and the CIS of each box. */
function readReferential(): { products: Map<string, Real>; cisOf: Map<string, string> } {
  const [head = [], ...rows] = rowsOf(files[0])
  const products = new Map<string, Real>()
  const cisOf = new Map<string, string>()
  for (const row of rows) {
    const field = (name: string): string => row[head.indexOf(name)] ?? ''
    const id = field('cis')
    cisOf.set(field('cip13'), id)
    if (field('homeopathic') === '1' || products.has(id)) continue
    const dosages = field('inn_dosage').split(' | ')
    const inns = field('inn')
      .split(' | ')
      .flatMap((name, index) => (name === '' ? [] : [{ name, dosage: dosages[index] || null }]))
    products.set(id, {
      id,
      label: field('label'),
      form: field('form') || null,
      inns,
      isSold: false,
      group: field('generic_group'),
    })
  }
  return { products, cisOf }
}

describe.skipIf(missing.length > 0)(
  `13,000 labels of the French health insurance, every fifth${missing.length > 0 ? ` (skipped: no ${missing.join(', ')})` : ''}`,
  () => {
    test(
      'the likeliest product is the box itself or its generic, hardly ever another substance',
      { timeout: 60_000 },
      () => {
        const { products, cisOf } = readReferential()
        const index = indexProducts([...products.values()])
        const setOf = (id: string): string =>
          substanceKey(substanceStems(products.get(id)!.inns.map(({ name }) => name)))
        const known = rowsOf(files[1])
          .slice(1)
          .flatMap(([cip = '', label = '']) =>
            products.has(cisOf.get(cip) ?? '') ? [{ label, own: cisOf.get(cip)! }] : [],
          )
        const lines = known.filter((_, place) => place % 5 === 0)
        const counts = { lines: lines.length, found: 0, right: 0, sameSubstances: 0, certain: 0, certainRight: 0 }
        for (const { label, own } of lines) {
          const { candidates, certain } = matchLine({ label, inn: null, dosage: null, form: null }, index)
          const best = candidates[0]?.id
          if (best === undefined) continue
          const [group, ownGroup] = [products.get(best)!.group, products.get(own)!.group]
          const right = best === own || (group !== '' && group === ownGroup)
          counts.found++
          counts.right += Number(right)
          counts.sameSubstances += Number(setOf(best) === setOf(own))
          counts.certain += Number(certain)
          counts.certainRight += Number(certain && right)
        }
        expect(counts.lines).toBeGreaterThan(2000)
        expect(counts.found / counts.lines, JSON.stringify(counts)).toBeGreaterThan(0.92)
        expect(counts.right / counts.found, JSON.stringify(counts)).toBeGreaterThan(0.89)
        expect(counts.sameSubstances / counts.found, JSON.stringify(counts)).toBeGreaterThan(0.995)
        expect(counts.certainRight / counts.certain, JSON.stringify(counts)).toBeGreaterThan(0.985)
      },
    )
  },
)
