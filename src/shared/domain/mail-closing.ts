/** Who writes: what every letter and e-mail of a pharmacy closes with. */
export type Sender = { name: string; address: string | null; city: string | null; phone: string | null }

/** The lines under an e-mail: « Pharmacie Camp Guézo », its address, its telephone. */
export function mailClosing({ name, address, city, phone }: Sender): string {
  const place = [address, city].filter(Boolean).join(', ')
  return [name, place, phone && `Tél. ${phone}`].filter(Boolean).join('\n')
}

/** A text with the lines under it. */
export function closedBy(text: string, closing: string): string {
  return `${text.trimEnd()}\n\n${closing}`
}
