import { copyMark, type CopyKind } from '#shared/domain/backup/copy-kind.ts'

/** Who writes: what every letter and e-mail of a pharmacy closes with. `copyKind`: it is a restored copy, and says so. */
export type Sender = {
  name: string
  address: string | null
  city: string | null
  phone: string | null
  copyKind?: CopyKind | null
}

/** The lines under an e-mail: « Pharmacie Camp Guézo », its address, its telephone. */
export function mailClosing({ name, address, city, phone, copyKind }: Sender): string {
  const place = [address, city].filter(Boolean).join(', ')
  return [copyKind && copyMark(copyKind), name, place, phone && `Tél. ${phone}`].filter(Boolean).join('\n')
}

/** A text with the lines under it. */
export function closedBy(text: string, closing: string): string {
  return `${text.trimEnd()}\n\n${closing}`
}
