/** The action of a refusal's button; the screen implements it. */
export type ErrorGesture = 'resume' | 'close' | 'retry' | 'reload' | 'sign-in'

export type ErrorText = {
  title: string
  /** What happened, then what to do. */
  text: string
  /** What was saved. */
  kept: string
  /** From left to right; the last one is the primary action. */
  buttons: readonly { label: string; gesture: ErrorGesture }[]
}

// Texts shared by several refusals.
export const saleKept = 'Vos lignes et vos paiements sont conservés.'
export const inputKept = 'Votre saisie est conservée.'
export const unchanged = 'Rien n’a été modifié.'

export const resume = [{ label: 'Reprendre', gesture: 'resume' }] as const
export const close = [{ label: 'Fermer', gesture: 'close' }] as const
export const retry = [
  { label: 'Fermer', gesture: 'close' },
  { label: 'Réessayer', gesture: 'retry' },
] as const
export const reload = [
  { label: 'Fermer', gesture: 'close' },
  { label: 'Actualiser', gesture: 'reload' },
] as const
export const signIn = [{ label: 'Se connecter', gesture: 'sign-in' }] as const
