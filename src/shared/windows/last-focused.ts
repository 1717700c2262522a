type Held = { letGo: () => void }

/**
 * Which window of the terminal had the focus last: it holds a lock that the next one steals. Devices speak to every window that opened them, and one
 * of them must answer.
 */
export function watchLastFocused(name: string): { isMine: () => boolean; stop: () => void } {
  let mine: Held | null = null
  const take = (options: LockOptions) => {
    if (mine) return
    let holding: Held | null = null
    const hold = (lock: Lock | null) =>
      lock &&
      new Promise<void>((letGo) => {
        mine?.letGo()
        mine = holding = { letGo }
      })
    const lost = () => {
      if (mine === holding) mine = null
    }
    navigator.locks.request(name, options, hold).then(lost, lost)
  }
  const onFocus = () => take({ steal: true })
  // Opened in the background, it answers only where nobody else does.
  take(document.hasFocus() ? { steal: true } : { ifAvailable: true })
  window.addEventListener('focus', onFocus)
  return {
    isMine: () => mine !== null,
    stop() {
      window.removeEventListener('focus', onFocus)
      mine?.letGo()
    },
  }
}
