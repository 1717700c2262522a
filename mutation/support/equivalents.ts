/** Mutants that change nothing anybody could observe: no test can kill them. `change` is sought in what a run prints behind the place of a mutant. */
export const equivalents: readonly { file: string; change: RegExp; why: string }[] = [
  {
    file: 'src/shared/domain/returns.ts',
    change: /^(logic|condition .* → false).* in {2}if \(share === 0 \|\| value === 0\) return 0$/,
    why: 'nothing of a share, or a share of nothing, is 0 by the division too',
  },
  {
    file: 'src/shared/domain/dues.ts',
    change: /^method {2}find → findLast  in {2}const line = fitting\.find/,
    why: 'no two lines have the same id',
  },
  {
    file: 'src/server/dues/dues-of-sale.ts',
    change: /^condition {2}open\.length === 0 → false/,
    why: 'without open dues the rest reads the lines of both sales and changes nothing',
  },
  {
    file: 'src/shared/domain/closing-refusals.ts',
    change: /^condition {2}client !== null → true/,
    why: 'a credit of nobody was refused before as incomplete, and no credit is known of nobody',
  },
  {
    file: 'src/shared/domain/search/word-index.ts',
    change: /% BATCH|const BATCH/,
    why: 'when the work pauses changes nothing of what it makes',
  },
  {
    file: 'src/shared/domain/search/word-index.ts',
    change: /^condition {2}isNumber\.test\(code\) → false/,
    why: 'digits alone stay as they are by the replacement too',
  },
  {
    file: 'src/shared/domain/search/find-places.ts',
    change: / in {2}const isCheapToRead = |^condition {2}!?isCheapToRead → true/,
    why: 'words of items and items of words are the same pairs: both ways keep the same items, one of them reads less',
  },
  {
    file: 'src/shared/domain/search/find-places.ts',
    change:
      /postingCount\(shelf\.index, a\)|^step .* in {2}\.map\(\(\{ ranges \}\) => ranges\)|in {2}return ranges\.reduce\(/,
    why: 'the words are counted to begin with the rarest one, which is faster; what has all of them stays the same',
  },
  {
    file: 'src/shared/domain/search/find-places.ts',
    change: /const MAX_INSERTED|limit > MAX_INSERTED|^number .* in {2}room: \{ marks/,
    why: 'both ways of ordering give the same best hits; any mark that no place has yet may be the first one',
  },
  {
    file: 'src/shared/domain/search/sort-in-slices.ts',
    change:
      /^boundary {2}< → <= {2}in {2}for \(let from = |const SLICE|^(equality|number|condition .* → true).*% SLICE/,
    why: 'a last slice of nothing adds nothing, and when the work pauses changes nothing of what it makes',
  },
  {
    file: 'src/shared/domain/register/totals.ts',
    change: /^number {2}1 → 2 {2}in {2}if \(one === null/,
    why: 'an order is read by its sign',
  },
  {
    file: 'src/server/stock/on-the-way.repo.ts',
    change: /^condition {2}ids → false/,
    why: 'who asks for some products reads the answer by their ids: others cost time, no more',
  },
  {
    file: 'src/shared/domain/corrected-instant.ts',
    change: /^(default {2}\?\? 0 → |number {2}0 → 1).* in {2}return correctedInstant\(/,
    why: 'an unknown difference is below what is corrected as null, 0 or 1 ms: the instant stays',
  },
  {
    file: 'src/server/insured-imports/undo-insured.service.ts',
    change: /^condition {2}name → true/,
    why: 'an import names its own persons, and a person is never deleted',
  },
  {
    file: 'src/server/cash-registers/cash-register.service.ts',
    change: /^condition {2}!register → false {2}in {2}if \(!register\) throw new Error\(/,
    why: 'the act before it found or wrote the register',
  },
]
