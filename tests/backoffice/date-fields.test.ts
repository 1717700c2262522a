import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What would draw a date field that nobody can type into as people write dates. */
const otherFields = /@mantine\/dates|ui\/date-picker|type=["'](date|month|datetime-local)["']/
const folder = 'src/backoffice'

test('each date of the back-office is typed: no screen draws another date field', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((name) => otherFields.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})
