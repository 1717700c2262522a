// Runs in a thread of its own (pdf.ts). Plain JavaScript: Node loads it without the project's transformations.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const font = (name) => require.resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`)

/** In points, of an A4 page. */
const margin = 40
const width = 595.28 - 2 * margin
const bottom = 841.89 - margin - 18
const cellGap = 6
const cellSize = 8.5
/** A longer text of a cell is cut. */
const mostCellLines = 3

const { paper } = workerData
const doc = new PDFDocument({
  size: 'A4',
  margin,
  bufferPages: true,
  lang: 'fr-FR',
  info: { Title: paper.title, Author: paper.from[0] ?? '', CreationDate: new Date(paper.madeAt) },
})
const pieces = []
doc.on('data', (piece) => pieces.push(piece))
doc.on('end', () => parentPort.postMessage({ file: Buffer.concat(pieces) }))
doc.registerFont('plain', font('400Regular/SourceSans3_400Regular'))
doc.registerFont('bold', font('600SemiBold/SourceSans3_600SemiBold'))

drawHead()
drawTable()
drawEnd()
numberPages()
doc.end()

function drawHead() {
  const top = margin
  const half = width / 2 - 10
  block(paper.from, margin, top, half)
  const left = doc.y
  block(paper.to, margin + half + 20, top, half)
  doc.y = Math.max(left, doc.y) + 18
  doc.font('bold').fontSize(16).text(paper.title, margin, doc.y, { width })
  doc.font('plain').fontSize(10)
  for (const line of paper.facts) doc.text(line, margin, doc.y, { width })
  doc.y += 10
}

/** An address, its first line in bold. */
function block(lines, x, y, room) {
  doc.y = y
  lines.forEach((line, at) => {
    doc.font(at === 0 ? 'bold' : 'plain').fontSize(at === 0 ? 11 : 9.5)
    doc.text(line, x, doc.y, { width: room })
  })
}

function drawTable() {
  const sum = paper.columns.reduce((all, column) => all + column.width, 0)
  let x = margin
  const columns = paper.columns.map((column) => {
    const placed = { ...column, x, room: (column.width / sum) * width }
    x += placed.room
    return placed
  })
  const lineHeight = doc.font('plain').fontSize(cellSize).currentLineHeight(true)
  const titles = () => {
    doc.rect(margin, doc.y, width, lineHeight + 6).fill('#e9eef0')
    doc.fillColor('#000').font('bold').fontSize(cellSize)
    const y = doc.y + 3
    for (const column of columns) cell(column.title, column, y, { ellipsis: true, height: lineHeight })
    doc.y = y + lineHeight + 5
    doc.font('plain').fontSize(cellSize)
  }
  titles()
  paper.rows.forEach((row, at) => {
    const lines = row.map((text, index) => linesOf(text, columns[index].room - cellGap, lineHeight))
    const height = Math.max(1, ...lines) * lineHeight
    if (doc.y + height > bottom) {
      doc.addPage()
      doc.y = margin
      titles()
    }
    const y = doc.y + 2
    row.forEach((text, index) =>
      cell(text, columns[index], y, lines[index] > 1 ? { height: height + 1, ellipsis: true } : { lineBreak: false }),
    )
    doc.y = y + height + 2
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .lineWidth(0.4)
      .stroke('#c9d3d6')
    if (at % 50 === 49) parentPort.postMessage({ drawn: at + 1 })
  })
}

function cell(text, { x, room, align = 'left' }, y, how) {
  if (how.lineBreak === false && align === 'right') {
    // Without line breaks, nothing is aligned.
    doc.text(text, x + room - cellGap / 2 - doc.widthOfString(text), y, how)
    return
  }
  doc.text(text, x + cellGap / 2, y, { width: room - cellGap, align, ...how })
}

function linesOf(text, room, lineHeight) {
  if (doc.widthOfString(text) <= room) return 1
  return Math.min(mostCellLines, Math.round(doc.heightOfString(text, { width: room }) / lineHeight))
}

function drawEnd() {
  const needed = 24 + paper.totals.length * 15 + paper.closing.length * 28 + (paper.signatures.length > 0 ? 90 : 0)
  if (doc.y + needed > bottom) {
    doc.addPage()
    doc.y = margin
  }
  doc.y += 8
  for (const [name, value, isMain] of paper.totals) {
    const y = doc.y
    doc.font(isMain ? 'bold' : 'plain').fontSize(isMain ? 11 : 9.5)
    doc.text(name, margin + width / 2, y, { width: width / 4, lineBreak: false })
    doc.text(value, margin + width - doc.widthOfString(value), y, { lineBreak: false })
    doc.y = y + 15
  }
  doc.y += 8
  doc.font('plain').fontSize(10)
  for (const line of paper.closing) doc.text(line, margin, doc.y, { width, paragraphGap: 4 })
  if (paper.signatures.length === 0) return
  const y = doc.y + 24
  const room = width / paper.signatures.length
  paper.signatures.forEach((text, at) => doc.text(text, margin + at * room, y, { width: room - 20 }))
}

function numberPages() {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    // Below the margin, a text would begin another page.
    doc.page.margins.bottom = 0
    const text = `${paper.footer}, page ${page + 1} / ${count}`
    doc.font('plain').fontSize(8).fillColor('#555')
    doc.text(text, margin + width - doc.widthOfString(text), 841.89 - margin, { lineBreak: false })
    doc.fillColor('#000')
  }
}
