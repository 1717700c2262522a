// Entry of the thread that reads a stranger's file (read-table.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// Threads do not inherit the loader of the project's TypeScript.
register()
const { readTable } = await import('#shared/tables/read-table.ts')
const { name, bytes, reader } = workerData
parentPort.postMessage(await readTable(name, bytes, reader))
