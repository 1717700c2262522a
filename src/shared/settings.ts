import * as z from 'zod'

/** An empty line in `.env` is the same as none. */
const text = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => (value === '' || value === undefined ? fallback : value), schema)

const listed = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Build-time settings (specification §1); `.env.example` explains each. */
const Settings = z
  .object({
    /** Another origin, or `/api` behind our own. None given: the API of this machine. */
    VITE_API_BASE: text(z.string(), 'http://localhost:4800/api'),
    VITE_FUNCTIONS_BASE: z.string().optional(),
    VITE_FIREBASE_API_KEY: text(z.string(), 'demo-key'),
    VITE_FIREBASE_AUTH_DOMAIN: text(z.string(), 'localhost'),
    VITE_FIREBASE_PROJECT_ID: text(z.string(), 'demo-officine'),
    VITE_AUTH_EMULATOR: z.string().optional(),
    VITE_SIGN_IN_PROVIDERS: text(z.string(), ''),
    /** A path, never an address: the token must not leave our origin. */
    VITE_TOKEN_SYNC_PATH: z.union([z.literal(''), z.string().regex(/^\/(?![/\\])/)]).optional(),
    VITE_DISABLED_FEATURES: text(z.string(), ''),
    VITE_HELP_URL: text(z.url(), 'https://aide.officine.example/'),
    /** Where errors are reported: an address that holds a public key. */
    VITE_SENTRY_DSN: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
    VITE_ANALYTICS_HOST: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
    VITE_ANALYTICS_KEY: z.string().optional(),
  })
  .transform((env) => {
    const apiBase = env.VITE_API_BASE.replace(/\/$/, '')
    return {
      apiBase,
      /** Where long documents are made; the API itself unless another address is given. */
      functionsBase: (env.VITE_FUNCTIONS_BASE || apiBase).replace(/\/$/, ''),
      firebase: {
        apiKey: env.VITE_FIREBASE_API_KEY,
        authDomain: env.VITE_FIREBASE_AUTH_DOMAIN,
        projectId: env.VITE_FIREBASE_PROJECT_ID,
        /**
         * Address of the sign-in emulator. `same-origin`: the server of the windows forwards to it. A `demo-` project
         * has only the emulator.
         */
        emulator: env.VITE_AUTH_EMULATOR || (env.VITE_FIREBASE_PROJECT_ID.startsWith('demo-') ? 'same-origin' : null),
      },
      /** Identity providers that the sign-in offers, by their ids: `google.com`. */
      signInProviders: listed(env.VITE_SIGN_IN_PROVIDERS),
      /** Where the account's token is told, on our own origin; null: nowhere. */
      tokenSyncPath: env.VITE_TOKEN_SYNC_PATH || null,
      disabledFeatures: listed(env.VITE_DISABLED_FEATURES),
      helpUrl: env.VITE_HELP_URL,
      analytics:
        env.VITE_ANALYTICS_HOST && env.VITE_ANALYTICS_KEY
          ? { host: env.VITE_ANALYTICS_HOST.replace(/\/$/, ''), key: env.VITE_ANALYTICS_KEY }
          : null,
      /** Where errors are reported; null: nowhere. */
      sentryDsn: env.VITE_SENTRY_DSN || null,
    }
  })

export type Config = z.output<typeof Settings>

/** Reads settings; throws at start, naming the wrong one, rather than at the first sale. */
export function readConfig(env: Record<string, unknown>): Config {
  return Settings.parse(env)
}
