import type { Mutant } from './mutants.ts'
import type { Verdict } from './shard.ts'

export type Judged = { mutant: Mutant; verdict: Verdict }

/**
 * Prints a line for each file, then the score in percent, which it answers. A mutant that hangs its tests was noticed; those without a judgement are
 * counted apart.
 */
export function printReport(all: readonly Judged[]): number {
  const judged = all.filter(({ verdict }) => verdict !== 'unjudged')
  const files = [...new Set(judged.map(({ mutant }) => mutant.file))].toSorted()
  const rows = files.map((file) => [file, ...counted(judged.filter(({ mutant }) => mutant.file === file))])
  const table = [['file', 'mutants', 'noticed', 'survived', 'score'], ...rows, ['all', ...counted(judged)]]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  console.log(
    `\n${table.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')).join('\n')}`,
  )
  const score = scoreOf(judged)
  const unjudged = all.length - judged.length
  console.log(
    `\nmutation score ${score.toFixed(1)} %${unjudged > 0 ? `; ${unjudged} not judged, their tests are too slow here` : ''}`,
  )
  return score
}

/** « file:line  kind  before → after  in  the line » */
export function spot(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}  ${changeOf(mutant)}`
}

export function changeOf({ kind, before, text, context }: Mutant): string {
  return `${kind}  ${oneLine(before)} → ${oneLine(text)}  in  ${context}`
}

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > 90 ? `${flat.slice(0, 89)}…` : flat
}

function counted(judged: readonly Judged[]): string[] {
  const survived = judged.filter(({ verdict }) => verdict === 'survived').length
  return [judged.length, judged.length - survived, survived].map(String).concat(`${scoreOf(judged).toFixed(1)} %`)
}

function scoreOf(judged: readonly Judged[]): number {
  return judged.length === 0
    ? 100
    : (100 * judged.filter(({ verdict }) => verdict !== 'survived').length) / judged.length
}
