import { matchStatement, type Judgement } from '#shared/domain/statements/match-statement.ts'
import { settleLine, type Settlement } from '#shared/domain/statements/settle-statement.ts'
import { statementFacts, type Names } from '#server/bill-statements/statement-facts.repo.ts'
import { linesOfStatement, type StoredLine } from '#server/bill-statements/statement-line.repo.ts'
import type { DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'
import type { BillStatement } from '#shared/contract/bill-statements.ts'
import type { Tx } from '#server/db/database.ts'

export type JudgedLine = { line: StoredLine; judgement: Judgement; settlement: Settlement }
export type JudgedStatement = {
  lines: JudgedLine[]
  goods: readonly DeliveredGoods[]
  /** Of what a line matches, by its id. */
  names: Names
}

/** What each line bills: as of now for a draft, as it was agreed for a validated statement. */
export async function judgeStatement(
  tx: Tx,
  pharmacyId: string,
  statement: Pick<BillStatement, 'id' | 'supplierId' | 'from' | 'to' | 'state'>,
): Promise<JudgedStatement> {
  const lines = await linesOfStatement(tx, pharmacyId, statement.id)
  const facts = await statementFacts(tx, pharmacyId, statement)
  const judgements = statement.state === 'validated' ? null : matchStatement(lines, facts)
  return {
    goods: facts.goods,
    names: facts.names,
    lines: lines.map((line, index) => {
      if (line.frozen) return { line, ...line.frozen }
      const judgement = judgements![index]!
      return { line, judgement, settlement: settleLine(line, judgement, line.decision) }
    }),
  }
}
