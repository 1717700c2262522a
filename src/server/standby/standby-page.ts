/** The page of a second computer: how far it is, and the button with which a person makes it the first one. */
export const standbyPage = `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Second ordinateur – Officine</title>
<link rel="stylesheet" href="/relais/page.css">
<main>
  <h1>Second ordinateur de la pharmacie</h1>
  <p id="state" role="status">…</p>
  <p id="alive" hidden>Le premier ordinateur répond\u00a0: ne prenez le relais que pour le remplacer. Il s’arrêtera de lui-même.</p>
  <p id="older" role="alert" hidden>Cet Officine est plus ancien que celui du premier\u00a0: mettez-le d’abord à jour.</p>
  <form id="takeover">
    <h2>Cette caisse prend le relais</h2>
    <p>Quand le premier ordinateur est perdu ou arrêté. Il ne servira plus\u00a0: s’il revient, il s’arrête de lui-même. Ce que cet ordinateur n’avait pas encore reçu revient des caisses.</p>
    <label>Code PIN d’un membre qui règle la pharmacie
      <input id="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="12" required></label>
    <button>Cette caisse prend le relais</button>
    <p id="answer" role="alert"></p>
  </form>
</main>
<script src="/relais/page.js"></script>
</html>
`

export const standbyStyle = `body{margin:0;font:18px/1.5 system-ui,sans-serif;color:#16302b;background:#f4f7f6}
main{max-width:40rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.6rem;margin:0 0 1rem}h2{font-size:1.25rem;margin:0}
form{margin-top:2rem;padding:1.5rem;background:#fff;border:1px solid #cfdad7;border-radius:12px}
label{display:block}input{display:block;width:100%;box-sizing:border-box;margin:.5rem 0 1rem;padding:.75rem;font:inherit;border:1px solid #7d918c;border-radius:8px}
button{width:100%;padding:.9rem;font:inherit;font-weight:600;color:#fff;background:#0b6b57;border:0;border-radius:8px}
button:disabled{background:#7d918c}#answer:empty{display:none}#answer,#older{color:#a3230f}
`

export const standbyScript = `const by = (id) => document.getElementById(id)
const size = (bytes) => bytes < 1e6 ? Math.ceil(bytes / 1000) + ' ko' : (bytes / 1e6).toFixed(1) + ' Mo'
const moment = (iso) => new Date(iso).toLocaleString('fr-FR')
let isOver = false
async function look() {
  if (isOver) return
  try {
    const reply = await fetch('/relais/etat')
    const { isFollowing, lagBytes, holdsUntil, fault, isOlder } = await reply.json()
    if (isOver) return
    by('state').textContent = (isFollowing
      ? (lagBytes === null ? 'Il suit le premier ordinateur, retard inconnu.' : lagBytes ? 'Il suit le premier ordinateur, avec ' + size(lagBytes) + ' de retard.' : 'Il suit le premier ordinateur, tout est ici.')
      : 'Il ne reçoit rien du premier ordinateur.')
      + (holdsUntil && !isFollowing ? ' Complet jusqu’au ' + moment(holdsUntil) + '.' : '') + (fault ? ' (' + fault + ')' : '')
    by('alive').hidden = !isFollowing
    by('older').hidden = !isOlder
    by('takeover').hidden = isOlder
  } catch { by('state').textContent = 'Cet ordinateur ne répond pas.' }
  setTimeout(look, 2000)
}
look()
by('takeover').addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = by('takeover').querySelector('button')
  button.disabled = true
  by('answer').textContent = ''
  try {
    const reply = await fetch('/relais', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pin: by('pin').value }) })
    if (!reply.ok) {
      const { message, details } = await reply.json()
      by('answer').textContent = message === 'tokens:wrongPin' ? 'Ce code n’est pas celui d’un membre qui règle la pharmacie.'
        : message === 'users:pinLockedOut' ? 'Trop de codes faux : attendez ' + details.retryAfterSeconds + ' s.'
        : message === 'server:olderThanData' ? by('older').textContent
        : 'Le relais n’a pas été pris : réessayez.'
      button.disabled = false
      return
    }
    isOver = true
    by('state').textContent = 'Cet ordinateur prend le relais…'
    by('takeover').hidden = true
    for (;;) {
      await new Promise((again) => setTimeout(again, 500))
      const ready = await fetch('/api/', { cache: 'no-store' }).then((r) => r.ok, () => false)
      if (ready) break
    }
    by('state').textContent = 'Cet ordinateur est maintenant le premier de la pharmacie.'
  } catch { by('answer').textContent = 'Cet ordinateur ne répond pas.'; button.disabled = false }
})
`
