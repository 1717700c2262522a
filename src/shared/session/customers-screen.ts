/** The screen that the customer sees and may touch is no place of a member. */
export function isCustomersScreen(): boolean {
  return location.pathname.startsWith('/kiosk/afficheur')
}
