/**
 * What a restored pharmacy is for (decision 0091). `copy`: it waits until a person confirms it, and changes nothing
 * before. `exercise`: to train; everything may be done, nothing leaves. `past`: a day to be read.
 */
export const copyKinds = ['copy', 'exercise', 'past'] as const
export type CopyKind = (typeof copyKinds)[number]

/** What every paper of such a pharmacy says of itself. */
export function copyMark(kind: CopyKind): string {
  return kind === 'exercise' ? 'EXERCICE' : 'COPIE'
}
