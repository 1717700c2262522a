import { inflateSync } from 'node:zlib'

/**
 * The texts of a PDF, page by page, in the order in which they were drawn. Reads what `pdfkit` writes: embedded fonts with
 * a table of their letters, one content stream a page.
 */
export function pdfText(file: Buffer): string[][] {
  const source = file.toString('latin1')
  const objects = new Map<number, { head: string; stream: Buffer | null }>()
  for (const { 1: id, 2: body, index } of source.matchAll(/(?<=[\r\n])(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body!.indexOf('\nstream\n')
    const head = at < 0 ? body! : body!.slice(0, at)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const from = index + `${id} 0 obj\n`.length + at + '\nstream\n'.length
    const raw = file.subarray(from, from + length)
    objects.set(Number(id), {
      head,
      stream: at < 0 ? null : head.includes('/FlateDecode') ? inflateSync(raw) : raw,
    })
  }
  const refs = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`/${name} (\\d+) 0 R`, 'g'))].map(([, id]) => Number(id))
  const headOf = (id: number) => objects.get(id)!.head
  const letters = (fontId: number) => lettersOf(objects.get(refs(headOf(fontId), 'ToUnicode')[0]!)!.stream!.toString())
  const tree = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))!.head
  return [...tree.matchAll(/(\d+) 0 R/g)]
    .map(([, id]) => Number(id))
    .filter((id) => /\/Type \/Page\b/.test(headOf(id)))
    .map((id) => {
      const resources = headOf(refs(headOf(id), 'Resources')[0]!)
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [name!, letters(Number(font))]),
      )
      return textsOf(objects.get(refs(headOf(id), 'Contents')[0]!)!.stream!.toString('latin1'), fonts)
    })
}

function textsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  const texts: string[] = []
  for (const [, block] of content.matchAll(/BT\n([\s\S]*?)\nET/g)) {
    const font = fonts.get(/\/(F\d+) /.exec(block!)![1]!)!
    const codes = [...block!.matchAll(/<([\da-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g)!)
    texts.push(codes.map((code) => font.get(Number.parseInt(code, 16)) ?? '').join(''))
  }
  return texts
}

/** The letters of a font by their codes, from its table: `<0000> <00ff> [<0041> …]`. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first, list] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)) {
    let code = Number.parseInt(first!, 16)
    for (const [, units] of list!.matchAll(/<([\da-f ]*)>/gi)) {
      const hex = units!.replaceAll(' ', '').match(/.{4}/g) ?? []
      letters.set(code++, String.fromCharCode(...hex.map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return letters
}
