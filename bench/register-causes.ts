import { seededRandom } from '#server/demo/seeded-random.ts'
import type { Evidence } from '#shared/domain/register/causes/counted-day.ts'
import { explainDifference } from '#shared/domain/register/explain-difference.ts'
import { plantedDay, plantedKinds } from '#tests/support/planted-slips.ts'
import { printTable } from './support/print-table.ts'

const days = Number(process.env.BENCH_DAYS ?? 300)
/** How many lines of evidence a screen shows for a cause. */
const shown = 5

function percent(count: number): string {
  return `${((100 * count) / days).toFixed(1)} %`
}

/** The places that a piece of evidence refers to, as `plantedDay` may name them. */
function placesOf(evidence: Evidence): (string | null)[] {
  switch (evidence.kind) {
    case 'recorded-not-moved':
    case 'wrong-side':
    case 'half-moved':
    case 'wrong-means':
    case 'refund-not-given':
      return [evidence.saleId, evidence.saleId?.replace('-again', '') ?? null, evidence.movementId]
    case 'wrong-note':
      return [evidence.saleId]
    case 'missing-disbursement':
      return [evidence.reason]
    case 'digits-swapped':
      return [
        evidence.of.kind === 'count'
          ? `${evidence.of.form} ${evidence.of.value}`
          : evidence.of.kind === 'means'
            ? `${evidence.of.means.type} ${evidence.of.means.operator}`
            : evidence.of.movementId,
      ]
    case 'miscounted':
      return [`${evidence.form} ${evidence.value}`]
  }
}

/**
 * How often the cause of a difference is among the first three, per kind of slip, over seeded days with one slip each.
 * « named » is stricter: the exact sale, movement or number must be among the evidence.
 */
export function printCauses(): void {
  const rows = plantedKinds.map((kind) => {
    const figures = { first: 0, inThree: 0, named: 0, namedFirst: 0 }
    for (let n = 0; n < days; n++) {
      const { day, where } = plantedDay(seededRandom('register', kind, String(n)), kind)
      const causes = explainDifference(day)
      const place = causes.findIndex((cause) => cause.kind === kind)
      if (place === 0) figures.first++
      if (place === -1 || place > 2) continue
      figures.inThree++
      const evidence = causes[place]!.evidence.slice(0, shown)
      if (evidence.some((each) => placesOf(each).includes(where))) figures.named++
      if (evidence[0] && placesOf(evidence[0]).includes(where)) figures.namedFirst++
    }
    return [kind, percent(figures.inThree), percent(figures.first), percent(figures.named), percent(figures.namedFirst)]
  })
  printTable(
    `cause of a difference, ${days} days with one slip of each kind`,
    ['slip', 'in first three', 'first', `named in ${shown}`, 'named first'],
    rows,
  )
}
