import { writeFileSync } from 'node:fs'

const width = 640
const height = 480
const moduleWidth = 4
const bars = { top: 120, bottom: 360 }

const leftOdd = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
const inverted = (bits: string) => Array.from(bits, (bit) => (bit === '1' ? '0' : '1')).join('')
const reversed = (bits: string) => Array.from(bits).toReversed().join('')

/** The 95 modules of an EAN-13, dark ones as « 1 ». */
function modulesOf(ean13: string): string {
  const digits = Array.from(ean13, Number)
  const left = digits.slice(1, 7).map((digit, at) => {
    const odd = leftOdd[digit]!
    return parities[digits[0]!]![at] === 'L' ? odd : reversed(inverted(odd))
  })
  const right = digits.slice(7).map((digit) => inverted(leftOdd[digit]!))
  return ['101', ...left, '01010', ...right, '101'].join('')
}

/** What a camera sees of a box held before it: a film of a few frames for Chromium, which shows it over and over. */
export function filmOf(ean13: string, path: string): void {
  const modules = modulesOf(ean13)
  const left = Math.floor((width - modules.length * moduleWidth) / 2)
  const row = Buffer.alloc(width, 235)
  Array.from(modules).forEach(
    (module, at) => module === '1' && row.fill(16, left + at * moduleWidth, left + (at + 1) * moduleWidth),
  )
  const blank = Buffer.alloc(width, 235)
  const luma = Buffer.concat(Array.from({ length: height }, (_, y) => (y >= bars.top && y < bars.bottom ? row : blank)))
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`),
      ...Array.from({ length: 5 }, () => frame),
    ]),
  )
}
