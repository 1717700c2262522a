const names: Record<string, string> = {
  'apple.com': 'Apple',
  'facebook.com': 'Facebook',
  'google.com': 'Google',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
}

/** What an identity provider is called: « Google » for `google.com`. One that is not listed is called by its id. */
export function providerName(id: string): string {
  return names[id] ?? id
}
