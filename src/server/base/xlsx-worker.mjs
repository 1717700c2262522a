// Runs in a thread of its own (xlsx.ts). Plain JavaScript: Node loads it without the project's transformations.
import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'

const { sheet, columns, head } = workerData
const data = head.map((row) => row.map((value) => cellOf(value, columns.length - 1)))
data.push(columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' })))

parentPort.on('message', (page) => {
  if (page) {
    for (const row of page) data.push(row.map(cellOf))
    return
  }
  const options = {
    sheet,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: head.length === 0 ? 1 : 0,
  }
  void writeXlsxFile(data, options)
    .toBuffer()
    .then((file) => parentPort.postMessage(file))
})

/** Typed cells: a text is never evaluated as a formula. */
function cellOf(value, at) {
  if (value === null || value === '') return null
  if (value instanceof Date) return { value, type: Date, format: 'dd/mm/yyyy' }
  return typeof value === 'number' ? { value, type: Number, format: columns[at].format } : { value, type: String }
}
