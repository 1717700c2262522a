const known = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const

/** « Chrome 156 »: all browsers call themselves by several names, the first that fits is its own. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of known) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return 'navigateur inconnu'
}
