import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fold } from '#shared/domain/search/fold.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const database = await testDatabase()
afterAll(() => database.close())

const names = [
  'Dossou Aurèle',
  'HOUNKPÈ Édith',
  'e\u0301dith',
  'Ọlá Ṣadé',
  'O\u0323la\u0301',
  'ƉƐGBÉ Ɔ́kpɛ́',
  'Œuvrard',
  'N’GUESSAN',
  'Ngũgĩ',
  'Ærø',
  'Müller',
  'Łukasz',
  'İpek',
  '王小明',
  'مُحَمَّد',
  'שָׁלוֹם',
  '<b>x</b>',
  '🙈 O\u200dX',
  '',
]

test.each(names)('the database folds « %s » as the search of the tills does', async (name) => {
  const { rows } = await database.platform((tx) =>
    sql<{ folded: string }>`select folded_name(${name}) as folded`.execute(tx),
  )
  expect(rows[0]?.folded).toBe(fold(name))
})
