// The page of the first start (first-start.ts): plain JavaScript, as the browser gets it.
const part = (id) => document.getElementById(id)
const chosen = (name) => document.querySelector(`input[name=${name}]:checked`)?.value
const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'medium' })
const momentText = (instant) => moment.format(new Date(instant))
/** The sentences of the server name moments in the time of the world; a person reads those of his clock. */
const inLocalTime = (text) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, momentText)

const steps = {
  checking: 'Lecture du support',
  unpacking: 'Dépliage de la base',
  log: 'Lecture du journal',
  replaying: 'Les dernières écritures sont rejouées',
}

async function ask(path, body) {
  const answer = await fetch(path, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { isOk: answer.ok, content: await answer.json() }
}

function show(section) {
  for (const id of ['asking', 'running', 'over']) part(id).hidden = id !== section
}

function refuse(sentence) {
  part('refusal').textContent = inLocalTime(sentence)
  part('refusal').hidden = false
  part('refusal').scrollIntoView({ block: 'center' })
}

async function look() {
  const folder = part('folder').value.trim()
  const { content } = await ask(`/first-start/backups${folder ? `?folder=${encodeURIComponent(folder)}` : ''}`)
  const list = part('backups')
  list.replaceChildren(...content.map((backup, at) => choiceOf(backup, at === 0)))
  if (content.length > 0) return
  const nothing = document.createElement('p')
  nothing.textContent = folder
    ? 'Aucune sauvegarde d’Officine dans ce dossier ni sur les supports branchés.'
    : 'Aucune sauvegarde trouvée : branchez le support, puis « Chercher ».'
  list.append(nothing)
}

function choiceOf({ folder, medium, name, oldestAt, newestAt, loggedAt, recipient }, isFirst) {
  const label = document.createElement('label')
  label.className = 'choice'
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'backup', value: folder })
  input.checked = isFirst
  const until = loggedAt && loggedAt > newestAt ? loggedAt : newestAt
  const words = document.createElement('span')
  words.append(`${medium === folder ? folder : `${medium}, ${name}`}`)
  const details = document.createElement('small')
  details.textContent = `Du ${momentText(oldestAt)} au ${momentText(until)}. Fiche marquée …${recipient.slice(-8)}.`
  words.append(details)
  label.append(input, words)
  return label
}

async function follow() {
  show('running')
  for (;;) {
    const { content: state } = await ask('/first-start/state').catch(() => ({ content: null }))
    if (state?.kind === 'running') showStep(state.progress)
    if (state?.kind === 'refused') {
      show('asking')
      return refuse(state.sentence)
    }
    if (state?.kind === 'restored' || state?.kind === 'new') return end(state)
    await wait(400)
  }
}

function showStep(progress) {
  const bar = part('bar')
  if (!progress || progress.of === 0) bar.removeAttribute('value')
  else Object.assign(bar, { max: progress.of, value: progress.done })
  const count = progress && progress.of > 0 ? `, ${progress.done + 1} sur ${progress.of}` : ''
  part('step').textContent = progress ? `${steps[progress.step]}${count}…` : 'La sauvegarde est ouverte…'
}

async function end(state) {
  show('over')
  part('refusal').hidden = true
  const isRestored = state.kind === 'restored'
  part('ended').textContent = isRestored ? `Tout y est jusqu’au ${momentText(state.until)}` : 'Nouvelle pharmacie'
  const next = isRestored
    ? [
        'Ce qui a été fait après ce moment n’est pas ici ; les caisses gardent leurs ventes et les renverront.',
        'C’est une copie : elle ne certifie rien, n’envoie rien et ne prend rien tant que personne ne l’a confirmée.',
        'Si elle remplace l’ancien ordinateur : ne rallumez plus jamais celui-ci, puis « Paramètres », « Sauvegarde », « Confirmer cette copie ».',
        `Les numéros des papiers sautent de ${state.skipped}.`,
        ...state.notes,
      ]
    : ['Le premier compte se fait avec « officine admin:create », Officine arrêtée.']
  part('next').replaceChildren(
    ...next.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  )
  if (state.origin) {
    part('starting').textContent =
      `Officine démarre à l’adresse ${state.origin}. Si elle ne s’ouvre pas encore, réessayez dans une minute.`
    part('open').href = state.origin
    part('open').hidden = false
    return part('open').focus()
  }
  while (
    !(await fetch('/api/', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await wait(1000)
  part('starting').textContent = 'Officine est prête.'
  part('open').hidden = false
  part('open').focus()
}

async function begin() {
  const { isOk, content } = await ask('/first-start/new', {})
  if (isOk) await follow()
  else refuse(content.sentence)
}

async function restore() {
  part('refusal').hidden = true
  const at = chosen('until') === 'moment' ? new Date(part('moment').value) : null
  if (at && Number.isNaN(at.getTime())) return refuse('Indiquez le jour et l’heure.')
  const folder = chosen('backup') ?? part('folder').value
  const { isOk, content } = await ask('/first-start/restore', {
    folder,
    at: at?.toISOString() ?? null,
    key: part('key').value,
  })
  if (isOk) await follow()
  else refuse(content.sentence)
}

for (const radio of document.querySelectorAll('input[name=what]'))
  radio.addEventListener('change', () => {
    part('restore').hidden = chosen('what') !== 'restore'
    part('new').hidden = chosen('what') !== 'new'
  })
for (const radio of document.querySelectorAll('input[name=until]'))
  radio.addEventListener('change', () => {
    for (const field of document.querySelectorAll('.of-moment')) field.hidden = chosen('until') !== 'moment'
  })
part('look').addEventListener('click', () => void look())
part('folder').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  void look()
})
for (const [form, send] of [
  ['new', begin],
  ['restore', restore],
])
  part(form).addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
await look()
const { content: state } = await ask('/first-start/state')
if (state.kind === 'running') await follow()
