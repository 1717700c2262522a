import { formatDay } from '#shared/ui/date-format.ts'

/** « lot K7, expire le 30/06/2028 » */
export function printedText({ lot, expiresOn }: { lot: string | null; expiresOn: string | null }): string {
  return [
    lot === null ? 'sans numéro' : `lot\u00a0${lot}`,
    expiresOn === null ? 'sans péremption' : `expire le ${formatDay(expiresOn)}`,
  ].join(', ')
}
