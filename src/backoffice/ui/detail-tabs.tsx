import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#backoffice/ui/detail-tabs.module.css'
import { useDetailTab } from '#backoffice/ui/use-detail-tab.ts'

/** `sheets`: the tab contains blocks and scrolls as a page; otherwise a list that fills the remaining height. */
export type DetailTab = { value: string; label: string; sheets?: boolean; children: ReactNode }

/** The tabs of a detail page. */
export function DetailTabs({ tabs }: { tabs: readonly [DetailTab, ...DetailTab[]] }) {
  const first = tabs[0].value
  const { tab, open } = useDetailTab(first)
  return (
    <Tabs value={tab} onChange={(next) => open(next ?? first)} className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, sheets, children }) => (
        <Tabs.Panel key={value} value={value} className={sheets ? classes.sheets : classes.list}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
