import type { WaitingLabel } from '#shared/contract/labels.ts'
import { labelsPerPage, type LabelFormat } from '#shared/domain/labels/label-formats.ts'

export const causeWords: Record<WaitingLabel['cause'], string> = {
  price: 'Prix changé',
  delivery: 'Livraison',
  asked: 'Demandée',
}

/** « 38,1 × 21,2 mm » */
function sizeText({ label }: LabelFormat): string {
  const millimetres = (tenths: number) => String(tenths / 10).replace('.', ',')
  return `${millimetres(label.width)} × ${millimetres(label.height)}\u00a0mm`
}

/** « 65 par feuille, 38,1 × 21,2 mm », « Rouleau 57 × 32 mm » */
export function formatName(format: LabelFormat): string {
  return format.kind === 'sheet'
    ? `${labelsPerPage(format)} par feuille, ${sizeText(format)}`
    : `Rouleau ${sizeText(format)}`
}
