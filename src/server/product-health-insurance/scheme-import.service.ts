import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { productHealthInsurance as calls } from '#shared/contract/product-health-insurance.ts'
import type { Context } from '#server/http/context.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { changing } from '#server/lists/changing.ts'
import { importLines } from '#server/product-health-insurance/scheme-import.repo.ts'

/**
 * Imports the scheme's list: lines by code, all or none. `archiveOthers` archives the lines whose code is no longer in
 * the list; lines without a code were created here and stay. Throws `requests:invalid` at each duplicate code.
 */
export function importList(
  context: Context,
  { lines, archiveOthers }: HandlerInput<typeof calls.importList>['body'],
): Promise<CallReply<typeof calls.importList>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    refuseFields(codesThatComeTwice(lines))
    const { created, changed, archived } = await importLines(
      tx,
      pharmacyId,
      lines.map((line) => ({ id: randomUUID(), ...line })),
      archiveOthers,
    )
    touch('product-health-insurance', [...created, ...changed, ...archived])
    return {
      created: created.length,
      changed: changed.length,
      unchanged: lines.length - created.length - changed.length,
      archived: archived.length,
    }
  })
}

function codesThatComeTwice(lines: readonly { code: string }[]): { path: string; message: string }[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ code }, index) => {
    const before = first.get(code)
    if (before === undefined) first.set(code, index)
    return before === undefined ? [] : [{ path: `body.lines.${index}.code`, message: `the code of line ${before}` }]
  })
}
