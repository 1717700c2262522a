/** What the form of a member holds; the PIN is typed twice. */
export type UserValues = {
  firstName: string
  lastName: string
  email: string
  roleIds: string[]
  pin: string
  pinAgain: string
}
