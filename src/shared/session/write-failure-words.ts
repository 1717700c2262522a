import { troubleOf } from '#shared/store/disk/disk-reports.ts'

/** Whether this terminal refused a write because its disk is full. The band above the screens frees space. */
export function isDiskFull(error: unknown): boolean {
  return troubleOf(error, false) === 'full'
}

/**
 * What a screen says when this terminal did not store what was typed. A full disk has its cause and its way out;
 * `otherwise` is for every other fault.
 */
export function writeFailureWords(error: unknown, otherwise: string): string {
  return isDiskFull(error)
    ? 'Ce poste n’a plus de place\u00a0: rien n’a été enregistré, votre saisie reste ici. Touchez « Libérer de la place » en haut de l’écran, puis recommencez.'
    : otherwise
}
