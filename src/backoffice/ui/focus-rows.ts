/** Focuses the list on screen, at its last selected row. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('[role="grid"] [data-row][tabindex="0"]')?.focus()
}
