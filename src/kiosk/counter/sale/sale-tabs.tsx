import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './sale-tabs.module.css'

/** `who`: the patient; null: none yet. */
export type SaleTab = { id: string; identifier: string; who: string | null; hint: string }

interface SaleTabsProps {
  /** Sales open in this session, in the order of their creation. */
  tabs: readonly SaleTab[]
  /** Sales without a holder: paused, or left by a session that was locked. */
  waiting: ReactNode
  /** The sale that this window shows, if it is at the counter. */
  shown: string | undefined
  onShow: (saleId: string) => void
  onClose: (saleId: string) => void
  onNew: () => void
}

/** The open sales as tabs on the green bar. Arrow keys move between them, Suppr pauses one. */
export function SaleTabs({ tabs, waiting, shown, onShow, onClose, onNew }: SaleTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [shown])

  const handleKeyDown = (event: KeyboardEvent, index: number) => {
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length]
    if (next) {
      onShow(next.id)
      list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
    } else if (event.key === 'Delete' && shown !== undefined && tabs[index]?.id === shown) onClose(shown)
    else return
    // Otherwise the search field would take this key.
    event.preventDefault()
    event.stopPropagation()
  }

  const stop = shown !== undefined && tabs.some((tab) => tab.id === shown) ? shown : tabs[0]?.id
  return (
    <div className={classes.shelf}>
      {/* ARIA allows only tabs in a tablist. So `aria-owns` lists them, and each stands beside its close button. */}
      <div
        role="tablist"
        className={classes.owner}
        aria-label="Ventes ouvertes"
        aria-owns={tabs.map(({ id }) => `tab-${id}`).join(' ')}
      />
      <div className={classes.tabs} ref={list}>
        {tabs.map((tab, index) => (
          <div key={tab.id} className={classes.tab} role="presentation" data-shown={tab.id === shown || undefined}>
            <button
              type="button"
              role="tab"
              id={`tab-${tab.id}`}
              aria-label={nameOf(tab)}
              aria-selected={tab.id === shown}
              tabIndex={tab.id === stop ? 0 : -1}
              className={`${classes.face} officine-focus`}
              onClick={() => onShow(tab.id)}
              onKeyDown={(event) => handleKeyDown(event, index)}
            >
              <b>{tab.who ?? (tab.id === shown ? `Vente ${tab.identifier}` : tab.identifier)}</b>
              <span>{hintOf(tab)}</span>
            </button>
            {tab.id === shown && (
              <button
                type="button"
                tabIndex={-1}
                className={`${classes.close} officine-focus`}
                aria-label={`Fermer l’onglet de la vente ${tab.identifier}`}
                onClick={() => onClose(tab.id)}
              >
                <IconX size={20} aria-hidden />
              </button>
            )}
          </div>
        ))}
      </div>
      <button type="button" className={`${classes.new} officine-focus`} aria-label="Nouvelle vente" onClick={onNew}>
        <IconPlus size={28} aria-hidden />
      </button>
      {waiting}
    </div>
  )
}

function nameOf({ identifier, who, hint }: SaleTab): string {
  return [`Vente ${identifier}`, who, hint].filter((part) => part !== null).join(', ')
}

function hintOf({ identifier, who, hint }: SaleTab): string {
  return who === null ? hint : `${identifier} · ${hint}`
}
