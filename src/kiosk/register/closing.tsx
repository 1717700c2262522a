import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { permissionsAtom } from '#kiosk/ui/counter-atoms.ts'
import { Notice, type NoticeContent } from '#kiosk/ui/notice.tsx'
import type { Count, UnsentSales } from '#shared/domain/register/closing.ts'
import { countOfDraft, meansToCount, type CountDraft } from '#shared/domain/register/count-draft.ts'
import { denominationsOf } from '#shared/domain/register/denominations.ts'
import { explainCount, type TillLedger } from '#shared/domain/register/till-ledger.ts'
import { displayName } from '#shared/domain/person.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import { closeTillAtom, handOverAtom, keepDraftAtom, knownLedgerAtom, lastCountAtom, putDownCountAtom, unsentInRegisterAtom } from '#shared/store/register-atoms.ts'
import { RegisterConflict } from '#shared/store/register-store.ts'
import type { OpenRegister } from '#shared/store/sales-rows.ts'
import { plural } from '#shared/ui/plural.ts'
import type { ClosedRegister } from './closing-paper.ts'
import { Counting } from './counting.tsx'
import { Difference } from './difference.tsx'
import classes from './register.module.css'
import { UnsentNotice } from './unsent-notice.tsx'

interface ClosingProps {
  register: OpenRegister
  ledger: TillLedger
  onLater: () => void
  onClosed: (closed: ClosedRegister) => void
}

/** Counts first, unseen; then shows what was expected, and closes or hands over. */
export function Closing({ register, ledger, onLater, onClosed }: ClosingProps) {
  const terminal = useAtomValue(terminalAtom)
  const unsent = useAtomValue(unsentInRegisterAtom)
  const keepDraft = useSetAtom(keepDraftAtom)
  const putDown = useSetAtom(putDownCountAtom)
  const [draft, setDraft] = useState<CountDraft>(register.draft ?? {})
  const lastCount = register.counts?.at(-1)
  const [isRecounting, setIsRecounting] = useState(register.draft !== undefined)
  const rows = terminal?.pharmacy ? denominationsOf(terminal.pharmacy.country) : []
  const means = meansToCount(ledger.movements)
  const notice = <UnsentNotice unsent={unsent} />
  if (lastCount && !isRecounting) return <Result register={register} ledger={ledger} count={lastCount} unsent={unsent} onClosed={onClosed} onRecount={() => setIsRecounting(true)} />
  return (
    <Counting
      rows={rows}
      means={means}
      draft={draft}
      float={register.float ?? 0}
      unsent={notice}
      onDraft={setDraft}
      onKeep={() => void keepDraft(register.userId, draft)}
      onLater={() => void keepDraft(register.userId, draft).then(onLater)}
      onDone={() => void putDown({ registerId: register.id, count: countOfDraft(draft, rows, means) }).then(() => keepDraft(register.userId, null)).then(() => setIsRecounting(false))}
    />
  )
}

type ResultProps = Pick<ClosingProps, 'register' | 'ledger' | 'onClosed'> & { count: Count & { at: string }; unsent: UnsentSales; onRecount: () => void }

const conflictWords: Record<RegisterConflict['reason'], string> = {
  open: 'Cette caisse est déjà ouverte.',
  gone: 'Cette caisse vient d’être fermée ou passée dans une autre fenêtre. Rien n’a été changé.',
  taken: 'Ce collègue a déjà une caisse ouverte sur ce poste. Il la ferme d’abord.',
  unfinished: 'Une vente est arrivée entre-temps. Finissez-la, puis fermez.',
}

function Result({ register, ledger, count, unsent, onClosed, onRecount }: ResultProps) {
  const known = useAtomValue(knownLedgerAtom)
  const lastCount = useAtomValue(lastCountAtom)
  const closeTill = useSetAtom(closeTillAtom)
  const handOver = useSetAtom(handOverAtom)
  const session = useAtomValue(sessionAtom)
  const terminal = useAtomValue(terminalAtom)
  const mayPassOver = useAtomValue(permissionsAtom).has('register.reopen')
  const [failure, setFailure] = useState<NoticeContent | null>(null)
  const { differences, causes } = explainCount(ledger, count, { pastDisbursements: known?.pastDisbursements ?? [], countedBefore: known?.countedBefore ?? lastCount?.denominations ?? null })
  const inTheWay = [...unsent.open, ...unsent.refused]
  const since = ledger.movements.filter(({ at }) => Date.parse(at) > Date.parse(count.at))
  const gap = differences.reduce((sum, row) => sum + row.gap, 0)
  const counted = { registerId: register.id, count: { denominations: count.denominations, others: count.others } }
  const said = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      setFailure({ tone: 'danger', text: error instanceof RegisterConflict ? conflictWords[error.reason] : 'La fermeture n’a pas pu être enregistrée sur ce poste. Réessayez.' })
      throw error
    }
  }
  const close = (comment: string | null) =>
    said(async () => {
      await closeTill({ ...counted, comment, passedOver: inTheWay.map(({ id }) => id) })
      onClosed({
        pharmacy: terminal?.pharmacy?.name ?? '', openedAt: register.openedAt, closedAt: new Date().toISOString(), closedBy: session ? displayName(session) : '', float: register.float ?? 0,
        sales: ledger.sales.filter(({ isCanceled }) => !isCanceled).length, count, differences, gap, comment, waiting: unsent.waiting.length,
      })
    })
  const colleagues = (terminal?.members ?? []).filter(({ id }) => id !== register.userId).map((member) => ({ id: member.id, name: displayName(member) }))
  return (
    <Difference
      ledger={ledger}
      differences={differences}
      causes={causes}
      unsent={<UnsentNotice unsent={unsent} />}
      obstacle={inTheWay.length > 0 && !mayPassOver ? 'Finissez les ventes ouvertes et refusées, ou faites fermer par qui peut passer outre.' : null}
      isPassingOver={inTheWay.length > 0}
      since={
        <>
          {failure && <Notice notice={failure} onClose={() => setFailure(null)} />}
          {since.length > 0 && (
            <p role="alert" className={classes.since}>
              {`${plural(since.length, 'opération')} depuis votre comptage\u00a0: recomptez.`}
            </p>
          )}
        </>
      }
      colleagues={colleagues}
      onRecount={onRecount}
      onClose={close}
      onHandOver={(receivedBy, comment) => said(() => handOver({ ...counted, comment, receivedBy, found: differences.filter((row) => row.gap !== 0).map(({ type, operator, gap: amount }) => ({ type, operator, amount })) }))}
    />
  )
}
