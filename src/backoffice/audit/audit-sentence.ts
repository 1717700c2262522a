import type { AuditEntry } from '#shared/contract/audit.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { type Currency, formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { actionText } from '#backoffice/audit/audit-words.ts'
import { changeText } from '#backoffice/audit/change-text.ts'
import { rightText } from '#backoffice/ui/right-words.ts'

type Told = Pick<AuditEntry, 'call' | 'thing' | 'part' | 'action' | 'changes' | 'recordAmount'>
/** What was done in one word, and the whole of it as one sentence. */
type Act = { action: string; sentence: string }

/** A list shows as many changes as its rows have room for, and says how many more there are. */
const mostInList = 150

/** What an entry says: the gravest acts as one sentence with their numbers and sums, others as their changes. */
export function auditAct(entry: Told, currency: Currency): Act {
  return graveAct(entry, currency) ?? { action: actionText(entry), sentence: changeText(entry, currency) }
}

/** « nom : Ecobank ; adresse : Ganhi ; et 4 autres » */
export function shortened(sentence: string): string {
  if (sentence.length <= mostInList) return sentence
  const parts = sentence.split('\u00a0; ')
  const shown: string[] = []
  for (const part of parts) {
    if ([...shown, part].join('\u00a0; ').length > mostInList) break
    shown.push(part)
  }
  const more = parts.length - shown.length
  if (shown.length === 0) return `${sentence.slice(0, mostInList - 1).trimEnd()}…`
  return `${shown.join('\u00a0; ')}\u00a0; et ${more} ${more === 1 ? 'autre' : 'autres'}`
}

function graveAct(entry: Told, currency: Currency): Act | null {
  const { call, thing, part, action, changes, recordAmount } = entry
  const after = (field: string) => changes.find((change) => change.field === field)?.after ?? null
  const becomes = (field: string, before: string, value: string) =>
    changes.some((change) => change.field === field && change.before === before && change.after === value)
  const money = (text: string | null) => (text === null ? null : formatMoney(Number(text), currency))
  const worth = recordAmount === null ? null : formatMoney(recordAmount, currency)
  const told = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(', ')
  const because = (reason: string | null) => (reason ? `\u00a0: ${reason}` : '')

  if (call === 'POST /persons/{id}/erase')
    return {
      action: 'Effacement',
      sentence:
        part === thing ? 'Données personnelles effacées à la demande du client.' : 'Données liées au client effacées.',
    }
  if (thing === 'destructions' && action === 'insert')
    return {
      action: 'Destruction',
      sentence: `${told(
        `Destruction n°\u00a0${after('number')}`,
        after('lots') && plural(Number(after('lots')), 'lot'),
        after('boxes') && plural(Number(after('boxes')), 'boîte'),
        money(after('cost')) && `${money(after('cost'))} au coût`,
        `par ${after('method')}`,
        `témoin ${after('witness')}`,
      )}.`,
    }
  if (part === 'persons' && after('merged_into') !== null)
    return { action: 'Fusion', sentence: `Fiche réunie à celle de ${after('merged_into')}.` }
  if (part === 'bill_settlements' && action === 'insert') {
    const count = Number(after('lines') ?? '1')
    const said = {
      'written-off': ['Abandon', `${plural(count, 'bon')} abandonné${count > 1 ? 's' : ''}`],
      charged: ['Mise au compte', `${plural(count, 'bon')} mis au compte du patient`],
      'presented-again': ['Refus', `${plural(count, 'bon')} refusé${count > 1 ? 's' : ''}, à représenter`],
    }[after('kind') ?? '']
    if (said)
      return {
        action: said[0]!,
        sentence: `${told(said[1]!, money(after('amount')), after('note_number') && `avoir n°\u00a0${after('note_number')}`)}${because(after('reason'))}.`,
      }
  }
  if (part === 'supplier_returns' && after('give_up_reason') !== null)
    return {
      action: 'Abandon',
      sentence: `${told('Reste de l’avoir abandonné', money(after('given_up_amount')))}${because(after('give_up_reason'))}.`,
    }
  if (
    ['state', 'status', 'step'].some(
      (field) => becomes(field, 'validated', 'draft') || becomes(field, 'closed', 'open'),
    )
  )
    return { action: 'Réouverture', sentence: `${told('Rouvert', worth)}.` }
  const isCanceled = ['state', 'status', 'step'].some((field) => after(field) === 'canceled')
  if (part === thing && action === 'update' && (isCanceled || after('canceled_at') !== null))
    return { action: 'Annulation', sentence: `${told('Annulé', worth)}${because(after('cancel_reason'))}.` }
  const rights = changes.find(({ field }) => field === 'permissions')
  if (part === 'roles' && rights && action !== 'delete') {
    const [was, has] = [rights.before, rights.after].map((text) =>
      permissions.filter((permission) => text?.includes(`"${permission}"`)),
    )
    const named = (list: readonly (typeof permissions)[number][]) => list.map((one) => rightText(one)).join(', ')
    const given = has!.filter((one) => !was!.includes(one))
    const taken = was!.filter((one) => !has!.includes(one))
    return {
      action: 'Droits',
      sentence: [
        given.length > 0 && `${plural(given.length, 'droit donné', 'droits donnés')}\u00a0: ${named(given)}.`,
        taken.length > 0 && `${plural(taken.length, 'droit retiré', 'droits retirés')}\u00a0: ${named(taken)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    }
  }
  if (part === 'user_roles' && action !== 'update') {
    const role = changes.find(({ field }) => field === 'role_id')
    const name = role?.after ?? role?.before
    if (name) return { action: 'Droits', sentence: `Rôle ${action === 'insert' ? 'donné' : 'retiré'}\u00a0: ${name}.` }
  }
  return null
}
