/** What is asked of a lot, by the category of its product. A product without a category is asked for both. */
export const tracings = ['lot-and-expiry', 'expiry', 'nothing'] as const
export type Tracing = (typeof tracings)[number]

export const tracingWords: Readonly<Record<Tracing, string>> = {
  'lot-and-expiry': 'Lot et péremption',
  expiry: 'Péremption seulement',
  nothing: 'Ni lot ni péremption',
}

/** The number and the last day of use that are printed on a box; null: not known. */
export type Printed = { lot: string | null; expiresOn: string | null }
export type Lack = keyof Printed

/** What a lot lacks of what is asked of it. The server's list of lots computes the same (`stock-item-list.repo`). */
export function lacksOf({ lot, expiresOn }: Printed, tracing: Tracing): Lack[] {
  return [
    ...(lot === null && tracing === 'lot-and-expiry' ? (['lot'] as const) : []),
    ...(expiresOn === null && tracing !== 'nothing' ? (['expiresOn'] as const) : []),
  ]
}

/** « sans lot ni péremption » */
export function lackWords(lacks: readonly Lack[]): string {
  if (lacks.length > 1) return 'sans lot ni péremption'
  return lacks[0] === 'lot' ? 'sans numéro de lot' : 'sans péremption'
}
