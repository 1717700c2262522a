import type { AuditEntry } from '#shared/contract/audit.ts'
import { permissions, roleLabel } from '#shared/domain/permissions.ts'
import { type Currency, formatMoney, formatPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { actionText } from '#backoffice/audit/audit-words.ts'
import { changeText } from '#backoffice/audit/change-text.ts'
import { rightText } from '#backoffice/ui/right-words.ts'

type Told = Pick<AuditEntry, 'call' | 'thing' | 'part' | 'action' | 'changes' | 'recordName' | 'recordAmount'>
/** What was done in one word, and the whole of it as one sentence. */
type Act = { action: string; sentence: string }

/** A list shows as many changes as its rows have room for, and says how many more there are. */
const mostInList = 150

/** What an entry says: the gravest acts as one sentence with their numbers and sums, others as their changes. */
export function auditAct(entry: Told, currency: Currency): Act {
  return graveAct(entry, currency) ?? { action: actionText(entry), sentence: changeText(entry, currency) }
}

/** « nom : Ecobank ; adresse : Ganhi ; et 4 autres », « 11 droits donnés : Vendre, Rouvrir une caisse et 9 autres. » */
export function shortened(sentence: string): string {
  if (sentence.length <= mostInList) return sentence
  if (sentence.includes('\u00a0; ')) return shortList(sentence, '\u00a0; ', mostInList)
  const sentences = sentence.split(/(?<=\.) /)
  const most = mostInList / sentences.length
  return sentences
    .map((each) => (isListOfRights.test(each) ? shortList(each, ', ', most) : shortText(each, most)))
    .join(' ')
}

const isListOfRights = /^\d+\sdroits?\s(donné|retiré)s?\s: /

function shortList(list: string, separator: string, most: number): string {
  const parts = list.split(separator)
  const shown: string[] = []
  for (const part of parts) {
    if ([...shown, part].join(separator).length > most) break
    shown.push(part)
  }
  const more = parts.length - shown.length
  if (more === 0) return list
  if (shown.length === 0) return shortText(list, most)
  const others = `et ${more} ${more === 1 ? 'autre' : 'autres'}`
  return separator === ', ' ? `${shown.join(separator)} ${others}.` : [...shown, others].join(separator)
}

/** Cut between two words. */
function shortText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`
}

/** One entry as its sentences read it. */
function reading({ changes, recordAmount, recordName, thing }: Told, currency: Currency) {
  const money = (text: string | null) => (text === null ? null : formatMoney(Number(text), currency))
  return {
    money,
    before: (field: string) => changes.find((change) => change.field === field)?.before ?? null,
    after: (field: string) => changes.find((change) => change.field === field)?.after ?? null,
    becomes: (field: string, before: string, value: string) =>
      changes.some((change) => change.field === field && change.before === before && change.after === value),
    number: numbered.has(thing) && recordName && `n°\u00a0${recordName}`,
    worth: recordAmount === null ? null : formatMoney(recordAmount, currency),
  }
}
type Reading = ReturnType<typeof reading>

/** The records that are called by their number. */
const numbered: ReadonlySet<AuditEntry['thing']> = new Set([
  'bill_payments',
  'bill_statements',
  'bills',
  'deliveries',
  'fiscal_documents',
  'orders',
  'supplier_payments',
  'supplier_returns',
  'wholesaler_claims',
])

const told = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(', ')
const because = (reason: string | null) => (reason ? `\u00a0: ${reason}` : '')

function graveAct(entry: Told, currency: Currency): Act | null {
  const read = reading(entry, currency)
  return (
    recordAct(entry, read) ??
    abandonedAct(entry, read) ??
    fiscalAct(entry, read) ??
    reopenedAct(entry, read) ??
    canceledAct(entry, read) ??
    rightsAct(entry, read)
  )
}

/** What is erased, destroyed or made one. */
function recordAct({ call, thing, part, action }: Told, { before, after, money }: Reading): Act | null {
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
  if (call === 'POST /products/{id}/merge' && part === 'pharmacy_products' && before('product_id') !== null)
    return { action: 'Fusion', sentence: 'Produit du référentiel réuni à son doublon, stock et prix gardés.' }
  return null
}

/** What a person decided of an invoice that may have been certified, or was refused. */
function fiscalAct({ part }: Told, { before, after, number }: Reading): Act | null {
  const decided = {
    found: `lue au portail, code ${after('settled_code')}`,
    credited: `annulée au portail par l’avoir ${after('settled_code')}`,
    never: 'jamais faite',
  }[after('settled_way') ?? '']
  const taxId = part === 'fiscal_documents' && before('client_tax_id')
  if (taxId)
    return {
      action: 'Décision',
      sentence: `${told(`Facture normalisée ${number}`, `envoyée sans le numéro fiscal du client, ${taxId}`)}.`,
    }
  if (part !== 'fiscal_documents' || !decided) return null
  return {
    action: 'Décision',
    sentence: `${told(`Facture normalisée ${number}`, decided)}${because(after('settled_reason'))}.`,
  }
}

/** What is no longer claimed or awaited. */
function abandonedAct({ part, action }: Told, { before, after, money, number }: Reading): Act | null {
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
      sentence: `${told('Reste de l’avoir abandonné', number, money(after('given_up_amount')))}${because(after('give_up_reason'))}.`,
    }
  const boxes = Number(after('given_up')) - Number(before('given_up'))
  if (part === 'order_lines' && action === 'update' && boxes > 0)
    return { action: 'Abandon', sentence: `${told('Reste de la commande abandonné', number, plural(boxes, 'boîte'))}.` }
  return null
}

function reopenedAct({ part, thing, action }: Told, { before, after, becomes, money, number, worth }: Reading) {
  if (part !== thing || action !== 'update') return null
  const wasClosed = ['closed_at', 'closing_id'].some((field) => before(field) !== null && after(field) === null)
  if (part === 'cash_registers' && wasClosed && after('closed_at') === null)
    return {
      action: 'Réouverture',
      sentence: `${told(
        'Caisse rouverte',
        after('number') ? `fermeture n°\u00a0${after('number')}` : before('closing_id') && 'fermeture en attente',
        after('counted') && `${money(after('counted'))} comptés`,
      )}${because(after('reason'))}.`,
    }
  const isOpen = ['state', 'status', 'step'].some(
    (field) => becomes(field, 'validated', 'draft') || becomes(field, 'closed', 'open'),
  )
  return isOpen ? { action: 'Réouverture', sentence: `${told('Rouvert', number, worth)}.` } : null
}

function canceledAct({ part, thing, action }: Told, { after, number, worth }: Reading): Act | null {
  const isCanceled = ['state', 'status', 'step'].some((field) => after(field) === 'canceled')
  if (part === thing && action === 'update' && (isCanceled || after('canceled_at') !== null))
    return { action: 'Annulation', sentence: `${told('Annulé', number, worth)}${because(after('cancel_reason'))}.` }
  if (part === 'bill_payment_returns' && after('undone_at') !== null)
    return { action: 'Annulation', sentence: `Somme rendue annulée${because(after('undo_reason'))}.` }
  return null
}

/** Who may do what: a role with its rights and its largest discount, the roles of a user, and whether he may enter. */
function rightsAct({ part, action, changes }: Told, { before, after, becomes }: Reading): Act | null {
  const said = (sentence: string) => ({ action: 'Droits', sentence })
  if (part === 'roles') {
    const [was, has] = [before('permissions'), after('permissions')].map((text) =>
      permissions.filter((permission) => text?.includes(`"${permission}"`)),
    )
    if (action === 'delete') return said(`Rôle supprimé, ${plural(was!.length, 'droit')}.`)
    const named = (list: readonly (typeof permissions)[number][]) => list.map((one) => rightText(one)).join(', ')
    const given = has!.filter((one) => !was!.includes(one))
    const taken = was!.filter((one) => !has!.includes(one))
    const isLimited = changes.some(({ field }) => field === 'discount_limit')
    const limit = (percent: string | null) => (percent === null ? 'sans limite' : formatPercent(Number(percent)))
    const renamed = action === 'update' && after('name')
    const sentences = [
      renamed && `Nom\u00a0: ${before('name')} → ${renamed}.`,
      given.length > 0 && `${plural(given.length, 'droit donné', 'droits donnés')}\u00a0: ${named(given)}.`,
      taken.length > 0 && `${plural(taken.length, 'droit retiré', 'droits retirés')}\u00a0: ${named(taken)}.`,
      isLimited &&
        (action === 'insert'
          ? `Remise maximale\u00a0: ${limit(after('discount_limit'))}.`
          : `Remise maximale\u00a0: ${limit(before('discount_limit'))} → ${limit(after('discount_limit'))}.`),
    ].filter(Boolean)
    return given.length + taken.length > 0 || isLimited ? said(sentences.join(' ')) : null
  }
  if (part === 'user_roles' && action !== 'update') {
    const name = after('role_id') ?? before('role_id')
    if (name) return said(`Rôle ${action === 'insert' ? 'donné' : 'retiré'}\u00a0: ${roleLabel(name)}.`)
  }
  if (part === 'users' && action === 'update') {
    if (becomes('active', 'true', 'false')) return said('Accès retiré.')
    if (becomes('active', 'false', 'true')) return said('Accès rendu.')
  }
  return null
}
