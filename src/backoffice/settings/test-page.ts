import { formatMoment } from '#shared/ui/date-format.ts'

const roomToTear = 6

/** A test page for any receipt printer: only ASCII, no commands. */
export function testPage({
  pharmacyName,
  printerName,
  at,
}: {
  pharmacyName: string
  printerName: string
  at: Date
}): string {
  return [
    pharmacyName,
    `Essai d'impression : ${printerName}`,
    formatMoment(at),
    ...Array.from({ length: roomToTear }, () => ''),
    '',
  ]
    .map(asciiOf)
    .join('\n')
}

function asciiOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[^ -~]/g, '?')
}
