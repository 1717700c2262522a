const known = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const

/** « Chrome 156 ». Browsers also name others in their user agent, so the most specific pattern comes first. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of known) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return 'navigateur inconnu'
}
