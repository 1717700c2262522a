type Held = { letGo: () => void }

/**
 * Determines the window that had the focus last, by a lock that each focused window steals. Devices send to all windows
 * that opened them, and exactly one must react.
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
  // A window opened in the background takes the lock only when it is free.
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
