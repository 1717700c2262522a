import type { Config } from '#shared/settings.ts'

/** Origins besides our own that a window calls, runs scripts of, or shows in a frame. */
export type CalledOrigins = { connect: string[]; script: string[]; frame: string[] }

/** What a build tells the server that serves its windows, so that it is said once, in `.env`. */
export type BuildNote = { origins: CalledOrigins; disabledFeatures: readonly string[] }

export function noteOf(config: Config): BuildNote {
  return { origins: calledOrigins(config), disabledFeatures: config.disabledFeatures }
}

/** Which other origins a build with these settings calls: the Content-Security-Policy of its windows allows no more. */
function calledOrigins(config: Config): CalledOrigins {
  const { emulator, authDomain } = config.firebase
  const hasProviders = config.signInProviders.length > 0
  const signIn = emulator ? playedSignIn(emulator, hasProviders) : realSignIn(authDomain, hasProviders)
  const called = [config.apiBase, config.functionsBase, config.sentryDsn, config.analytics?.host].flatMap(originOf)
  return { ...signIn, connect: [...new Set([...called, ...signIn.connect])] }
}

/** The emulator's own page stands in a frame, at our origin where our server passes it on. */
function playedSignIn(emulator: string, hasProviders: boolean): CalledOrigins {
  const connect = originOf(emulator)
  if (!hasProviders) return { connect, script: [], frame: [] }
  return { connect, script: ['https://apis.google.com'], frame: connect.length > 0 ? connect : ["'self'"] }
}

/** The bot check comes from Google whenever the project asks for it; a provider's window needs the project's own page. */
function realSignIn(authDomain: string, hasProviders: boolean): CalledOrigins {
  return {
    connect: [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://recaptchaenterprise.googleapis.com',
      'https://www.google.com',
    ],
    script: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      ...(hasProviders ? ['https://apis.google.com'] : []),
    ],
    frame: ['https://www.google.com/recaptcha/', ...(hasProviders ? [`https://${authDomain}`] : [])],
  }
}

/** The origin of an address; none for a path of our own origin, or for no address. */
function originOf(address: string | null | undefined): string[] {
  return address && /^https?:/.test(address) ? [new URL(address).origin] : []
}
