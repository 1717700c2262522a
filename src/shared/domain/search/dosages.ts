/** Milligrams of a gram. */
const milligrams = 1000
const grams = /(?<![\d,.])(\d+(?:[.,]\d+)?)\s*g(?![\p{L}\d])/giu
const manyMilligrams = /(?<![\d,.])(\d{4,})\s*mg(?![\p{L}\d])/giu

/**
 * The other way to write the dosages of a label: « 1000 mg » for « 1 g », « 0,5 g » is « 500 mg », « 1,5 g » for
 * « 1500 mg ». Milligrams below a gram have no other way.
 */
export function otherDosages(label: string): string[] {
  return [
    ...Array.from(label.matchAll(grams), ([, amount]) => asMilligrams(amount!)),
    ...Array.from(label.matchAll(manyMilligrams), ([, amount]) => `${Number(amount) / milligrams} g`),
  ]
}

/** A search text whose part of a gram is written in milligrams, as labels write it: « 0,5 g » becomes « 500 mg ». */
export function inMilligrams(text: string): string {
  return text.replaceAll(grams, (typed, amount: string) => (/^0*[.,]/.test(amount) ? asMilligrams(amount) : typed))
}

function asMilligrams(amount: string): string {
  return `${Math.round(Number(amount.replace(',', '.')) * milligrams)} mg`
}
