import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { type Person, persons } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { offlinePoliciesAtom } from '#backoffice/ui/policies/listed-contracts.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/policies/policies.module.css'
import { EditPolicyModal, NewPolicyModal } from '#backoffice/ui/policies/policy-modal.tsx'
import { ceilingsLeft, standingOf } from '#backoffice/ui/policies/policy-standing.ts'
import { validityText } from '#backoffice/ui/policies/validity-text.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { useWriteShortcuts, WriteButton, WriteIcon } from '#backoffice/ui/write-button.tsx'

/** A person's policies in paying order, with the amounts left today. */
export function PersonPolicies({ person }: { person: Person }) {
  const [opened, setOpened] = useState<PolicyDetail | 'new' | null>(null)
  const mayEdit = useMay(contracts.removePolicy)
  const { data, error, retry } = useAnswer(persons.contractPolicies, { params: { id: person.id } })
  const listed = useAtomValue(offlinePoliciesAtom)
  const policies = data ?? listed?.(person)
  useWriteShortcuts({ p: () => setOpened('new') }, mayEdit && opened === null)
  const add = mayEdit && (
    <WriteButton
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpened('new')}
    >
      Ajouter une police
    </WriteButton>
  )
  return (
    <Sheet
      title="Polices"
      fact={policies && policies.length > 1 ? 'dans l’ordre où elles paient' : undefined}
      actions={add}
    >
      {!policies ? (
        <PanelFace error={error} onRetry={retry} missingText="Ce patient n’existe plus." />
      ) : policies.length === 0 ? (
        <Nothing>Aucune police : tout est à sa charge.</Nothing>
      ) : (
        policies.map((policy) => (
          <PolicyLine key={policy.id} policy={policy} onEdit={mayEdit ? () => setOpened(policy) : undefined} />
        ))
      )}
      {opened === 'new' && (
        <NewPolicyModal beneficiary={{ id: person.id, name: displayName(person) }} onClose={() => setOpened(null)} />
      )}
      {opened !== null && opened !== 'new' && <EditPolicyModal policy={opened} onClose={() => setOpened(null)} />}
    </Sheet>
  )
}

function PolicyLine({ policy, onEdit }: { policy: PolicyDetail; onEdit: (() => void) | undefined }) {
  const today = useAtomValue(todayAtom)
  const send = useSend()
  const { ask, modals } = useGesture()
  const standing = standingOf(policy, today)
  const name = `${policy.payerName}, ${policy.contract.label}`
  return (
    <article className={classes.policy} aria-label={name}>
      <div className={classes.policyHead}>
        <span className={classes.percent}>{formatPercent(standing.percent)}</span>
        <div className={classes.names}>
          <b>
            <TextLink to={`/contrats/${policy.contractId}`}>{name}</TextLink>
          </b>
          <span className={text.quiet}>
            n°&nbsp;{policy.number}
            {policy.holderName && policy.holderId && (
              <>
                {' '}
                · assuré <TextLink to={`/patients/${policy.holderId}`}>{policy.holderName}</TextLink>
              </>
            )}
          </span>
          <span className={text.quiet}>{validityText(standing)}</span>
        </div>
        <StatusTag tone={standing.tone}>{standing.words}</StatusTag>
        {onEdit && (
          <div className={classes.gestures}>
            <WriteIcon variant="subtle" color="gray" aria-label={`Modifier ${name}`} onClick={onEdit}>
              <IconPencil size={17} aria-hidden />
            </WriteIcon>
            <WriteIcon
              variant="subtle"
              color="gray"
              aria-label={`Retirer ${name}`}
              onClick={() =>
                ask({
                  title: 'Retirer cette police\u202f?',
                  text: `${name}, n°\u00a0${policy.number}. Le comptoir ne la proposera plus ; les ventes faites avec elle restent.`,
                  yes: 'Retirer',
                  run: () => send(contracts.removePolicy, { params: { id: policy.id } }),
                })
              }
            >
              <IconX size={17} aria-hidden />
            </WriteIcon>
          </div>
        )}
      </div>
      <Ceilings standing={standing} />
      {modals}
    </article>
  )
}

function Ceilings({ standing }: { standing: ReturnType<typeof standingOf> }) {
  const left = ceilingsLeft(standing)
  if (left.length === 0) return null
  return (
    <dl className={classes.ceilings}>
      {left.map(({ words, limit, left: amount }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd className={amount === 0 ? classes.danger : ''}>
            reste <Money amount={amount} /> sur <Money amount={limit} unit />
          </dd>
        </div>
      ))}
    </dl>
  )
}
