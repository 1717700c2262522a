/** Spreadsheets run cells that begin with these as formulas; Excel takes the full-width signs of East Asia alike. */
const runs = /^[=+\-@＝＋－＠\t\r\n]/

/** A text as a cell that no spreadsheet runs: an apostrophe before it makes it text. */
export function inertText(text: string): string {
  return runs.test(text) ? `'${text}` : text
}
