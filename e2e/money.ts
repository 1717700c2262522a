/** « 12 500 F CFA » as it stands on the screen, whatever its blanks are. */
export function francs(amount: number): RegExp {
  return new RegExp(`(^|\\D)${grouped(amount)}\\sF\\sCFA`)
}

/** An amount in a cell of figures, without the unit. */
export function figure(amount: number): RegExp {
  return new RegExp(`^${grouped(amount)}$`)
}

function grouped(amount: number): string {
  return String(amount).replaceAll(/\B(?=(\d{3})+$)/g, '\\s')
}

/** The figure of such a text. */
export function figureOf(text: string): number {
  return Number(/([\d\s]+)\sF\sCFA/.exec(text)?.[1]?.replaceAll(/\s/g, ''))
}

/** « −1 500 », as a table has it. */
export function signedFigureOf(text: string): number {
  return Number(text.replace('−', '-').replaceAll(/[^\d-]/g, ''))
}
