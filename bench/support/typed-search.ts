import type { KeyTimes, TypedField } from './painted-keys.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

const turns = 3
type Measured = { bare: KeyTimes[][]; ours: KeyTimes[][] }

/**
 * Types the same texts into the bare page and into ours alternately, so that other load of the machine affects both,
 * and prints both with their ratio.
 */
export async function compareTyping(
  title: string,
  { bare, ours, texts }: { bare: TypedField; ours: TypedField; texts: readonly string[] },
): Promise<void> {
  // a short warm-up that is not measured
  for (const field of [bare, ours]) await typeAll(field, texts.slice(0, 4))
  const measured: Measured = { bare: [], ours: [] }
  for (let turn = 0; turn < turns; turn++) {
    measured.bare.push(await typeAll(bare, texts))
    measured.ours.push(await typeAll(ours, texts))
  }
  print(title, measured)
}

/** Complete queries until they have this many keys. */
export function textsOf(queries: readonly string[], keys: number): string[] {
  let typed = 0
  return queries.filter((text) => (typed += text.length) <= keys)
}

async function typeAll(field: TypedField, texts: readonly string[]): Promise<KeyTimes[]> {
  await field.show()
  const keys: KeyTimes[] = []
  for (const text of texts) keys.push(...(await field.type(text)))
  return keys
}

function print(name: string, measured: Measured): void {
  const everyKey = (of: KeyTimes[][], until: keyof KeyTimes): number[] => of.flat().flatMap((key) => key[until] ?? [])
  const medianKeys = (of: KeyTimes[][], until: keyof KeyTimes): number[] =>
    of[0]!.flatMap((key, at) =>
      key[until] === null ? [] : percentilesOf(of.flatMap((turn) => turn[at]?.[until] ?? [])).p50,
    )
  const part = (title: string, keysOf: typeof everyKey, until: keyof KeyTimes): void => {
    const [floor, ours] = [percentilesOf(keysOf(measured.bare, until)), percentilesOf(keysOf(measured.ours, until))]
    const rowOf = (row: string, { count, p50, p95, p99, max }: typeof floor) => [
      row,
      count,
      ...[p50, p95, p99, max].map((ms) => ms.toFixed(1)),
    ]
    printTable(
      title,
      ['page', 'keys', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
      [
        rowOf('bare page, one row appended', floor),
        rowOf(name, ours),
        ['ratio', '', ...(['p50', 'p95', 'p99', 'max'] as const).map((at) => (ours[at] / floor[at]).toFixed(2))],
      ],
    )
  }
  part('From key to result on the screen (the frame after it begins), in Chromium', everyKey, 'shown')
  part(
    `The same, each key at its median of ${turns} turns: what other programs of this machine take away falls out`,
    medianKeys,
    'shown',
  )
  part('From key until the page has rendered the result, each key at its median', medianKeys, 'rendered')
  console.log('Aim: on the screen, p95 within 1.5 times the floor.')
}
