import { sql, type RawBuilder } from 'kysely'

const accented = 'àâäáãéèêëíîïìóôöòõúûüùçñÿ'
const plain = 'aaaaaeeeeiiiiooooouuuucny'

/** Whether `text`, folded as `fold` of the domain does, holds `word`, which is folded already. Needs no extension and no locale of the database. */
export function holdsWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const letters = sql`translate(lower(${text}), ${sql.lit(accented + accented.toUpperCase())}, ${sql.lit(plain + plain)})`
  return sql<boolean>`strpos(replace(replace(replace(replace(${letters}, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), ${word}) > 0`
}
