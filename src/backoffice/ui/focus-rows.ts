/** Hands the keyboard to the list of the screen, at the row it stood on last. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('[role="grid"] [data-row][tabindex="0"]')?.focus()
}
