import { fold } from '#shared/domain/search/fold.ts'

/** A number of a paper without what people write differently: signs, case and leading zeros. « BON-00 42 » is « bon42 ». */
export function plainReference(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
}
