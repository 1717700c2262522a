import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { differences, type Count } from '#shared/domain/register/closing.ts'
import {
  countOfDraft,
  meansInCount,
  meansToAdd,
  meansToCount,
  rightInCount,
  type CountDraft,
} from '#shared/domain/register/count-draft.ts'
import { denominationsOf } from '#shared/domain/register/denominations.ts'
import type { TillLedger } from '#shared/domain/register/till-ledger.ts'
import { isBlindAtom } from '#shared/store/register/sight-atoms.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { keepDraftAtom, putDownCountAtom, unsentInRegisterAtom } from '#shared/store/register/register-atoms.ts'
import type { OpenRegister } from '#shared/store/sales/sales-rows.ts'
import { countingSheet } from './counting-sheet.ts'
import { Counting, type CountingEnd } from './counting.tsx'
import type { CountPurpose } from './register-words.ts'
import { RecountReason } from './recount-reason.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useEnd } from './use-end.tsx'
import { useOnce } from './use-once.ts'
import { usePrintPaper } from './use-print-paper.ts'

/** A count, and the time at which it ended. */
export type EndedCount = Count & { at: string }

interface CountFirstProps {
  register: OpenRegister
  ledger: TillLedger
  purpose: CountPurpose
  grant?: Grant | undefined
  onLater: () => void
  /** Shown after a count was stored. */
  children: (count: EndedCount, onRecount: () => void) => ReactNode
}

const thenSeen: CountingEnd = {
  step: 'Écart',
  button: 'Voir l’écart',
  promise: 'Le montant attendu s’affiche après votre comptage.',
}

/**
 * Counts without the expected amounts, and stores the count on this terminal before showing anything else. If a count
 * is stored already, shows the result at once: it is the one that is judged, and a recount needs a reason
 * where the pharmacy counts blindly.
 */
export function CountFirst({ register, ledger, purpose, grant, onLater, children }: CountFirstProps) {
  const putDown = useSetAtom(putDownCountAtom)
  const lastCount = register.counts?.at(-1)
  const [isRecounting, setIsRecounting] = useState(register.draft !== undefined)
  const isBlind = useAtomValue(isBlindAtom)
  const [reason, setReason] = useState<string | null>(null)
  if (lastCount && !isRecounting) return children(lastCount, () => setIsRecounting(true))
  if (isBlind && lastCount && reason === null)
    return <RecountReason first={register.counts![0]!} onReason={setReason} onBack={() => setIsRecounting(false)} />
  return (
    <CountedDraft
      register={register}
      ledger={ledger}
      purpose={purpose}
      kept={lastCount && rightInCount(lastCount, differences([...ledger.movements, ...ledger.found], lastCount))}
      end={thenSeen}
      onLater={onLater}
      onDone={(count) =>
        putDown({ registerId: register.id, count, reason, grant }).then(() => {
          setIsRecounting(false)
          setReason(null)
        })
      }
    />
  )
}

interface CountedDraftProps extends Omit<CountFirstProps, 'children' | 'grant'> {
  /** What stays of the count that is made again. */
  kept?: CountDraft | undefined
  /** The draft of the register is of another member: this one is not stored. */
  isApart?: boolean
  end: CountingEnd
  onDone: (count: Count) => unknown
}

/** The draft of a count, stored with its register, so that closing the window loses nothing. */
export function CountedDraft({
  register,
  ledger,
  purpose,
  kept = {},
  isApart = false,
  end,
  onLater,
  onDone,
}: CountedDraftProps) {
  const terminal = useAtomValue(terminalAtom)
  const unsent = useAtomValue(unsentInRegisterAtom)
  const keepDraft = useSetAtom(keepDraftAtom)
  const print = usePrintPaper()
  const { end: finish, failure } = useEnd()
  const { isBusy, once } = useOnce()
  const { operators } = useAtomValue(tradeAtom)
  const [draft, setDraft] = useState<CountDraft>((isApart ? null : register.draft) ?? kept)
  const rows = terminal?.pharmacy ? denominationsOf(terminal.pharmacy.country) : []
  const means = meansInCount(draft, meansToCount(ledger.movements))
  const keep = () => (isApart ? Promise.resolve() : keepDraft(register.userId, draft))
  return (
    <Counting
      rows={rows}
      means={means}
      addable={meansToAdd(means, operators)}
      draft={draft}
      float={register.float ?? 0}
      unsent={<UnsentNotice unsent={unsent} purpose={purpose} />}
      end={end}
      onDraft={setDraft}
      isBusy={isBusy}
      failure={failure}
      // Errors are ignored here: the draft stays on screen, and the disk's error is shown when the count is finished or
      // left.
      onKeep={() => void keep().catch(() => undefined)}
      onLater={() => once(() => finish(() => keep().then(onLater)))}
      onPrint={() =>
        print('Fiche de comptage', (currency) =>
          countingSheet(
            { pharmacy: terminal?.pharmacy?.name ?? '', printedAt: new Date().toISOString(), rows, means },
            currency,
          ),
        )
      }
      onDone={() => once(() => finish(async () => void (await onDone(countOfDraft(draft, rows, means)))))}
    />
  )
}
