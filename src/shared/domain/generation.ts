/**
 * Which server of a pharmacy speaks: `number` rises each time another computer becomes the shop. `proof`: only a server
 * that shares the data could make it, so nobody stops a server with an invented number.
 */
export type Generation = { pharmacyId: string; number: number; proof: string }

const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):([1-9]\d{0,9}):([\da-f]{32})$/
/** A terminal has worked in few pharmacies. */
const most = 20
/** Generations that were raised are seconds since this moment (ms), so that two computers never raise to the same one. */
const zeroMs = Date.UTC(2020, 0, 1)
const largest = 2_147_483_647

export function writeGeneration({ pharmacyId, number, proof }: Generation): string {
  return `${pharmacyId}:${number}:${proof}`
}

/** The generations of a header, one of each pharmacy at most; what has another form is left out. */
export function readGenerations(header: unknown): Generation[] {
  if (typeof header !== 'string') return []
  const found = new Map<string, Generation>()
  for (const each of header.split(',').slice(0, most)) {
    const [, pharmacyId = '', number, proof = ''] = form.exec(each.trim()) ?? []
    if (number !== undefined && Number(number) <= largest)
      found.set(pharmacyId, { pharmacyId, number: Number(number), proof })
  }
  return [...found.values()]
}

/** The generation after this one, at this moment (ms): always higher, whatever the clock says. */
export function nextGeneration(generation: number, nowMs: number): number {
  const byClock = Math.floor((nowMs - zeroMs) / 1000)
  return Math.max(generation + 1, byClock < largest ? byClock : 0)
}
