import { Button, TextInput } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import { duesOfSaleAtom, noteDuesAtom, sentDuesAtom } from './due-atoms.ts'
import classes from './sale-gesture.module.css'
import { type OwableLine, useDueDraft } from './use-due-draft.ts'

const noDues = [] as const

/** Notes what was paid and not handed over: which lines, how many, and whom to call when the delivery comes. */
export function DuePanel({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const sent = useAtomValue(sentDuesAtom(sale.id))
  const noted = useAtomValue(duesOfSaleAtom(sale.id)).data?.items ?? noDues
  const draft = useDueDraft(sale, noted, sent)
  const note = useSetAtom(noteDuesAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const isUnanswered = sent !== null && !isAsking
  const isFixed = sent !== null
  const missing = missingOf(draft)
  const send = async () => {
    if (await ask(() => note(draft.typed).then(() => true))) onClose()
  }
  return (
    <SidePanel
      title={`Dû au client, vente n°\u00a0${sale.number}`}
      onClose={onClose}
      footer={
        <div className={classes.foot}>
          <div className={classes.buttons}>
            <Button size="md" variant="default" onClick={onClose}>
              {isUnanswered ? 'Plus tard' : 'Revenir'}
            </Button>
            <Button size="md" loading={isAsking} disabled={missing !== null} onClick={() => void send()}>
              {isUnanswered ? 'Réessayer' : 'Noter le dû'}
            </Button>
          </div>
          {missing && <p className={classes.hint}>{missing}</p>}
        </div>
      }
    >
      {isUnanswered && (
        <div className={classes.silence} role="alert">
          <b>Pas de réponse</b>
          Ce dû est peut-être déjà noté. Réessayez quand le réseau est là{'\u00a0'}: il ne le sera qu’une fois.
        </div>
      )}
      {draft.lines.map((each) => (
        <DueLine
          key={each.line.id}
          {...each}
          isFixed={isFixed}
          onQuantity={(quantity) => draft.setQuantity(each.line.id, quantity)}
        />
      ))}
      <PanelSection title="À prévenir">
        <TextInput
          label="Nom du client"
          size="md"
          withAsterisk
          autoComplete="off"
          maxLength={200}
          disabled={isFixed}
          value={draft.fields.name}
          onChange={({ currentTarget }) => draft.setName(currentTarget.value)}
        />
        <TextInput
          mt={10}
          label="Téléphone"
          size="md"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          disabled={isFixed}
          error={draft.phoneProblem}
          value={draft.fields.phone}
          onChange={({ currentTarget }) => draft.setPhone(currentTarget.value)}
        />
        <TextInput
          mt={10}
          label="Note (facultatif)"
          size="md"
          autoComplete="off"
          maxLength={200}
          disabled={isFixed}
          value={draft.fields.note}
          onChange={({ currentTarget }) => draft.setNote(currentTarget.value)}
        />
      </PanelSection>
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={dismiss} onClose={onClose} />}
    </SidePanel>
  )
}

interface DueLineProps extends OwableLine {
  isFixed: boolean
  onQuantity: (quantity: number) => void
}

function DueLine({ line, left, quantity, isFixed, onQuantity }: DueLineProps) {
  return (
    <div className={classes.line} role="group" aria-label={line.label}>
      <span>
        <b>{unbroken(line.label)}</b>
        <small>
          {plural(line.quantity, 'vendu')}
          {left < line.quantity && ` · déjà rendus ou dus\u00a0: ${line.quantity - left}`}
        </small>
      </span>
      <Stepper
        label={`Non remis, ${line.label}`}
        min={0}
        max={left}
        value={quantity}
        disabled={isFixed || left === 0}
        onChange={onQuantity}
      />
    </div>
  )
}

function missingOf({ typed, phoneProblem }: ReturnType<typeof useDueDraft>): string | null {
  if (typed.lines.length === 0) return 'Choisissez ce qui n’a pas été remis.'
  if (typed.name === '') return 'Indiquez le nom du client.'
  return phoneProblem && 'Corrigez le téléphone.'
}
