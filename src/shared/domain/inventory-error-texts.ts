import { close, resume, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

const countsKept = 'Vos comptages sont conservés.'

/** Texts of our own messages about inventories. */
export const inventoryTexts: Record<Extract<OwnMessage, `inventories:${string}`>, ErrorText> = {
  'inventories:notOpen': {
    title: 'Inventaire terminé',
    text: 'Cet inventaire a été clôturé ou annulé entre-temps\u00a0: il ne peut plus être compté.',
    kept: unchanged,
    buttons: close,
  },
  'inventories:nothingCounted': {
    title: 'Rien n’a été compté',
    text: 'Comptez au moins un lot, ou annulez l’inventaire.',
    kept: countsKept,
    buttons: close,
  },
  'inventories:countsDiffer': {
    title: 'Des lots sont à recompter',
    text: 'Rien n’a bougé en stock. Recomptez les lots indiqués, ou clôturez avec leur dernier comptage.',
    kept: countsKept,
    buttons: resume,
  },
}
