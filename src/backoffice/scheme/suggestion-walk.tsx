import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { productHealthInsurance as scheme, type Suggestion } from '#shared/contract/product-health-insurance.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { SuggestionCard } from '#backoffice/scheme/suggestion-card.tsx'
import { type Association, certainAssociations, type Decisions, nextUndecided } from '#backoffice/scheme/suggestions.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/scheme/suggestions.module.css'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Maximum of one call. */
const mostAtOnce = 1_000
const keys = [
  { keys: ['↑ ↓'], label: 'Choisir' },
  { keys: ['Entrée'], label: 'Associer' },
  { keys: ['→'], label: 'Passer' },
  { keys: ['←'], label: 'Revenir' },
  { keys: ['T'], label: 'Accepter les propositions sûres' },
]

/** One line at a time: Enter accepts the chosen product, → skips, ← goes back. */
export function SuggestionWalk({ suggestions: all, backTo }: { suggestions: readonly Suggestion[]; backTo: string }) {
  // Lines without candidates are associated by hand, from the list.
  const suggestions = all.filter(({ candidates }) => candidates.length > 0)
  const [at, setAt] = useState<number | null>(suggestions.length > 0 ? 0 : null)
  const [chosen, setChosen] = useState(0)
  const [decisions, setDecisions] = useState<Decisions>({})
  const send = useSend()
  const gesture = useGesture()
  usePageKeys(keys)

  const current = at === null ? undefined : suggestions[at]
  const certain = certainAssociations(suggestions, decisions)
  const show = (index: number | null) => {
    setAt(index)
    setChosen(0)
  }
  const decide = (more: Decisions) => {
    const after = { ...decisions, ...more }
    setDecisions(after)
    show(nextUndecided(suggestions, after, at ?? -1))
  }
  const accept = (candidate = chosen) => {
    const productId = current?.candidates[candidate]?.id
    if (!current || !productId || gesture.isOffline) return
    const { id } = current.line
    gesture.run(async () => {
      await send(scheme.associateProduct, { params: { id }, body: { productId, productHealthInsuranceId: id } })
      decide({ [id]: { productId } })
    })
  }
  const acceptAll = () =>
    gesture.ask({
      title: `Associer ${plural(certain.length, 'ligne')}\u202f?`,
      text: 'Pour chacune, un seul produit a la même DCI, le même dosage et la même forme. Les autres lignes restent à décider une par une.',
      yes: `Associer ${plural(certain.length, 'ligne')}`,
      run: async () => {
        for (let from = 0; from < certain.length; from += mostAtOnce) {
          const associations: Association[] = certain.slice(from, from + mostAtOnce)
          await send(scheme.associateProducts, { body: { associations } })
          // Associations already saved stay decided, even if the next thousand fail.
          setDecisions((before) => ({ ...before, ...decisionsOf(associations) }))
        }
        show(nextUndecided(suggestions, { ...decisions, ...decisionsOf(certain) }, at ?? -1))
      },
    })
  const walk = (step: number) => at !== null && suggestions[at + step] && show(at + step)
  const skip = () => current && decide(decisions[current.line.id] ? {} : { [current.line.id]: 'skipped' })
  const goBack = () => (at === null ? show(suggestions.length - 1) : walk(-1))
  const isFree = !gesture.isRunning
  useShortcuts(
    {
      ArrowDown: () => setChosen(Math.min(chosen + 1, (current?.candidates.length ?? 1) - 1)),
      ArrowUp: () => setChosen(Math.max(chosen - 1, 0)),
      ArrowRight: skip,
      ArrowLeft: goBack,
      Enter: (event) =>
        event.target instanceof HTMLElement && event.target.closest('button, a')
          ? (event.target as HTMLElement).click()
          : accept(),
      t: () => certain.length > 0 && acceptAll(),
    },
    isFree && !gesture.isAsking,
  )

  const accepted = Object.values(decisions).filter((decision) => decision !== 'skipped').length
  const left = suggestions.filter(({ line }) => decisions[line.id] === undefined).length
  return (
    <>
      <div className={classes.head}>
        <p role="status">
          {plural(left, 'ligne')} à décider{accepted > 0 && `, ${plural(accepted, 'associée')}`}
          {all.length > suggestions.length && (
            <span
              className={text.quiet}
            >{` · ${plural(all.length - suggestions.length, 'ligne')} sans proposition, à chercher depuis la liste`}</span>
          )}
        </p>
        <WriteButton
          variant="default"
          leftSection={<IconChecks size={18} aria-hidden />}
          disabled={certain.length === 0}
          onClick={acceptAll}
        >
          {certain.length === 0
            ? 'Aucune proposition sûre'
            : `Accepter ${formatAmount(certain.length, { decimals: 0 })} ${certain.length < 2 ? 'proposition sûre' : 'propositions sûres'}`}
        </WriteButton>
      </div>
      {current ? (
        <SuggestionCard
          key={current.line.id}
          suggestion={current}
          chosen={chosen}
          decision={decisions[current.line.id]}
          onChoose={setChosen}
          onAccept={accept}
          buttons={
            <WalkButtons gesture={gesture} isFirst={at === 0} onBack={goBack} onSkip={skip} onAccept={() => accept()} />
          }
        />
      ) : (
        <div className={classes.face}>
          <p>
            {suggestions.length === 0
              ? 'Aucune proposition pour les lignes sans produit.'
              : `${plural(accepted, 'ligne')} ${accepted < 2 ? 'associée' : 'associées'}. Toutes les propositions sont vues.`}
          </p>
          <TextLink to={backTo}>Liste du régime</TextLink>
        </div>
      )}
      {gesture.modals}
    </>
  )
}

interface WalkButtonsProps {
  gesture: Pick<ReturnType<typeof useGesture>, 'isRunning' | 'isOffline'>
  isFirst: boolean
  onBack: () => void
  onSkip: () => void
  onAccept: () => void
}

function WalkButtons({ gesture, isFirst, onBack, onSkip, onAccept }: WalkButtonsProps) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        disabled={isFirst}
        onClick={onBack}
      >
        Revenir
      </Button>
      <Button variant="default" rightSection={<IconArrowRight size={18} aria-hidden />} onClick={onSkip}>
        Passer
      </Button>
      <WriteButton loading={gesture.isRunning} onClick={onAccept}>
        Associer
      </WriteButton>
      {gesture.isOffline && <span className={text.quiet}>Hors ligne : demande le réseau.</span>}
    </>
  )
}

function decisionsOf(associations: readonly Association[]): Decisions {
  return Object.fromEntries(
    associations.map(({ productHealthInsuranceId, productId }) => [productHealthInsuranceId, { productId }]),
  )
}
