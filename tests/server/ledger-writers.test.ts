import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = 'src/server'
/** They fill a pharmacy that nobody sells in yet, in bulk. */
const fillers = /^(import|demo)\//

function writersOf(table: string): string[] {
  const writes = new RegExp(`insert into ${table}\\b|insertInto\\('${table}'\\)`)
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !fillers.test(path))
    .filter((path) => writes.test(readFileSync(join(server, path), 'utf8')))
}

test.each([
  ['stock_movements', 'stock/stock-ledger.repo.ts'],
  ['register_movements', 'register-ledger/register-ledger.repo.ts'],
])('%s has one writer', (ledger, writer) => {
  expect(writersOf(ledger)).toEqual([writer])
})
