// Runs in a thread of its own (pdf.ts). Plain JavaScript: Node loads it without the project's transformations.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const font = (name) => require.resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`)

/** In points. */
const margin = 40
const a4 = [595.28, 841.89]
const cellGap = 6
const cellSize = 8.5
/** A longer text of a cell is cut, unless its column is written whole: then by the page. */
const mostCellLines = 3
/** Wider columns, in characters, need a page in landscape. */
const widestPortrait = 125

const { papers } = workerData
const doc = new PDFDocument({
  autoFirstPage: false,
  size: 'A4',
  margin,
  bufferPages: true,
  lang: 'fr-FR',
  info: { Title: papers[0].title, Author: papers[0].from[0] ?? '', CreationDate: new Date(papers[0].madeAt) },
})
const pieces = []
doc.on('data', (piece) => pieces.push(piece))
doc.on('end', () => parentPort.postMessage({ file: Buffer.concat(pieces) }))
doc.registerFont('plain', font('400Regular/SourceSans3_400Regular'))
doc.registerFont('bold', font('600SemiBold/SourceSans3_600SemiBold'))

/** Of the page of the paper that is drawn. */
let layout, width, bottom
let drawnRows = 0
/** The footer of each page, and which page of its paper it is. */
const feet = []
for (const paper of papers) {
  const isWide = paper.columns.reduce((sum, column) => sum + column.width, 0) > widestPortrait
  layout = isWide ? 'landscape' : 'portrait'
  width = (isWide ? a4[1] : a4[0]) - 2 * margin
  const height = isWide ? a4[0] : a4[1]
  bottom = height - margin - 18
  const first = feet.length
  addPage()
  drawHead(paper)
  drawTable(paper)
  drawEnd(paper)
  const pages = doc.bufferedPageRange().count - first
  for (let page = 1; page <= pages; page++) feet.push(`${paper.footer}, page ${page} / ${pages}`)
}
numberPages()
doc.end()

function addPage() {
  doc.addPage({ size: 'A4', layout, margin })
  doc.y = margin
}

function drawHead(paper) {
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

/** Figures and days get what they need, so that none breaks; the texts share the rest by their widths. */
function placed({ columns, rows, sums }) {
  doc.font('bold').fontSize(cellSize)
  const widest = (texts) => texts.reduce((most, text) => Math.max(most, doc.widthOfString(text)), 0)
  const needed = columns.map(({ title, align, isTight }, at) =>
    align === 'right' || isTight
      ? widest([title, ...rows.map((row) => row[at]), ...(sums.at(-1)?.[at] ? [sums.at(-1)[at]] : [])]) + cellGap + 2
      : null,
  )
  const rest = width - needed.reduce((sum, room) => sum + (room ?? 0), 0)
  const shares = columns.reduce((sum, column, at) => sum + (needed[at] === null ? column.width : 0), 0)
  let x = margin
  return columns.map((column, at) => {
    const room = needed[at] ?? (column.width / shares) * rest
    x += room
    return { ...column, x: x - room, room }
  })
}

function drawTable(paper) {
  const columns = placed(paper)
  const { sums } = paper
  const lineHeight = doc.font('plain').fontSize(cellSize).currentLineHeight(true)
  const rowGap = 4
  const fill = (color) => {
    doc.rect(margin, doc.y, width, lineHeight + 6).fill(color)
    doc.fillColor('#000').font('bold').fontSize(cellSize)
    return doc.y + 3
  }
  const titles = () => {
    const y = fill('#e9eef0')
    for (const column of columns) cell(column.title, column, y, { ellipsis: true, height: lineHeight })
    doc.y = y + lineHeight + 5
    doc.font('plain').fontSize(cellSize)
  }
  /** The sums after a row: « À reporter », « Report », « Total ». */
  const carry = (name, after) => {
    const y = fill('#f4f6f7')
    doc.text(name, margin + cellGap / 2, y, { lineBreak: false })
    columns.forEach((column, at) => after[at] && cell(after[at], column, y, { lineBreak: false }))
    doc.y = y + lineHeight + 5
    doc.font('plain').fontSize(cellSize)
  }
  const hasSums = sums.length > 0
  const lastOfPage = bottom - (hasSums ? lineHeight + 8 : 0)
  const mostLines = Math.floor((bottom - margin) / lineHeight) - 6
  titles()
  paper.rows.forEach((row, at) => {
    const lines = row.map((text, index) =>
      linesOf(text, columns[index].room - cellGap, lineHeight, columns[index].isWhole ? mostLines : mostCellLines),
    )
    const rowHeight = Math.max(1, ...lines) * lineHeight
    if (doc.y + rowHeight + rowGap > lastOfPage && at > 0) {
      if (hasSums) carry('À reporter', sums[at - 1])
      addPage()
      titles()
      if (hasSums) carry('Report', sums[at - 1])
    }
    const y = doc.y + 2
    row.forEach((text, index) =>
      cell(
        text,
        columns[index],
        y,
        lines[index] > 1 ? { height: rowHeight + 1, ellipsis: true } : { lineBreak: false },
      ),
    )
    doc.y = y + rowHeight + 2
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .lineWidth(0.4)
      .stroke('#c9d3d6')
    drawnRows++
    if (drawnRows % 50 === 0) parentPort.postMessage({ drawn: drawnRows })
  })
  if (hasSums) carry('Total', sums.at(-1))
}

function cell(text, { x, room, align = 'left' }, y, how) {
  if (how.lineBreak === false && align === 'right') {
    // Without line breaks, nothing is aligned.
    doc.text(text, x + room - cellGap / 2 - doc.widthOfString(text), y, how)
    return
  }
  doc.text(text, x + cellGap / 2, y, { width: room - cellGap, align, ...how })
}

function linesOf(text, room, lineHeight, most) {
  if (doc.widthOfString(text) <= room) return 1
  return Math.min(most, Math.round(doc.heightOfString(text, { width: room }) / lineHeight))
}

function drawEnd(paper) {
  const needed = 24 + paper.totals.length * 15 + paper.closing.length * 28 + (paper.signatures.length > 0 ? 90 : 0)
  if (doc.y + needed > bottom) addPage()
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
  feet.forEach((text, page) => {
    doc.switchToPage(page)
    // Below the margin, a text would begin another page.
    doc.page.margins.bottom = 0
    doc.font('plain').fontSize(8).fillColor('#555')
    doc.text(text, doc.page.width - margin - doc.widthOfString(text), doc.page.height - margin, { lineBreak: false })
    doc.fillColor('#000')
  })
}
