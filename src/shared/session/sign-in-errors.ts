/** Where a refusal is shown: beside the field to correct, or above the button. */
export type SignInRefusal = {
  field: 'email' | 'password' | 'form'
  text: string
  /** The browser opened no window; the page itself can go to the provider. */
  isBlocked?: true
}

const form = (text: string): SignInRefusal => ({ field: 'form', text })
const email = (text: string): SignInRefusal => ({ field: 'email', text })
const password = (text: string): SignInRefusal => ({ field: 'password', text })

const wrongPair = password(
  'Adresse ou mot de passe incorrect. Vérifiez-les, majuscules comprises, ou demandez au titulaire.',
)
const ourSettings = form(
  'Ce poste est mal réglé et ne peut pas se connecter. Vos ventes sont conservées. Appelez l’assistance.',
)
const wrongAddress = form(
  'La connexion n’est pas permise depuis cette adresse. Ouvrez Officine par son adresse habituelle.',
)
const interrupted = form('La connexion a été interrompue. Recommencez.')

/** The error codes of the sign-in service (specification §8) with their texts. */
const refusals: Record<string, SignInRefusal> = {
  'auth/invalid-email': email('Cette adresse e-mail n’est pas complète. Exemple\u00a0: comptoir@pharmacie.bj'),
  'auth/missing-email': email('Indiquez l’adresse e-mail de la pharmacie.'),
  // As a wrong password: who has an account is nobody's business.
  'auth/user-not-found': wrongPair,
  'auth/user-disabled': wrongPair,
  'auth/user-mismatch': email('Ce compte n’est pas celui de ce poste. Reprenez l’adresse de la pharmacie.'),
  'auth/missing-password': password('Indiquez le mot de passe.'),
  'auth/wrong-password': wrongPair,
  'auth/invalid-credential': wrongPair,
  'auth/invalid-login-credentials': wrongPair,
  'auth/weak-password': password('Ce mot de passe est trop court. Choisissez-en un plus long.'),
  'auth/password-does-not-meet-requirements': password(
    'Ce mot de passe ne suit pas les règles de la pharmacie. Choisissez-en un autre.',
  ),
  'auth/email-already-in-use': email('Cette adresse a déjà un compte. Connectez-vous avec son mot de passe.'),
  'auth/invalid-action-code': form('Ce lien a déjà servi, ou n’est plus valable. Demandez-en un autre.'),
  'auth/expired-action-code': form('Ce lien est trop ancien. Demandez-en un autre.'),
  'auth/too-many-requests': form('Trop d’essais. Attendez quelques minutes, puis recommencez.'),
  'auth/network-request-failed': form(
    'La connexion demande le réseau. Vérifiez le câble ou le wifi, puis recommencez.',
  ),
  'auth/timeout': form('Le réseau est trop lent. Recommencez dans un instant.'),
  'auth/missing-recaptcha-token': form('La vérification anti-robot n’a pas abouti. Recommencez.'),
  'auth/unauthorized-domain': wrongAddress,
  'auth/unauthorized-continue-uri': wrongAddress,
  'auth/popup-blocked': {
    ...form('Le navigateur a bloqué la fenêtre de connexion. Autorisez-la, puis recommencez.'),
    isBlocked: true,
  },
  'auth/popup-closed-by-user': form('La fenêtre de connexion a été fermée. Recommencez.'),
  'auth/cancelled-popup-request': interrupted,
  'auth/web-storage-unsupported': form(
    'Ce navigateur ne garde pas de données. Quittez la navigation privée, puis recommencez.',
  ),
  'auth/user-token-expired': form('La connexion a expiré. Connectez-vous de nouveau.'),
  'auth/requires-recent-login': form('Par sécurité, connectez-vous de nouveau.'),
  'auth/account-exists-with-different-credential': form(
    'Cette adresse se connecte par mot de passe. Tapez-le ci-dessus.',
  ),
  'auth/operation-not-allowed': ourSettings,
  'auth/invalid-api-key': ourSettings,
  'auth/api-key-not-valid.-please-pass-a-valid-api-key.': ourSettings,
  'auth/argument-error': ourSettings,
  'auth/internal-error': form('La connexion ne répond pas comme prévu. Recommencez dans un instant.'),
}

/** Whether an error says no more than that an address has no account, or a closed one. */
export function isAboutAccount(error: unknown): boolean {
  return codeOf(error) === 'auth/user-not-found' || codeOf(error) === 'auth/user-disabled'
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** The text for an error of the sign-in service; unknown errors get a general text. */
export function signInRefusal(error: unknown): SignInRefusal {
  const code = codeOf(error)
  const isWire = code.startsWith('auth/requests-from-referer')
  return (
    refusals[code] ??
    (isWire
      ? refusals['auth/unauthorized-domain']!
      : form('La connexion n’a pas abouti. Recommencez\u202f; si cela dure, appelez l’assistance.'))
  )
}
