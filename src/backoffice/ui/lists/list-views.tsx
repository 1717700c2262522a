import { SegmentedControl } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'

const viewKey = 'vue'

/** One of several lists of a screen. `value` is its word in the address; the first list needs none. */
export type ListView = { value: string; label: string; draw: (lead: ReactNode) => ReactNode }

/** Makes a view and infers its types. Call it outside of components: a list is constant. */
export function listView<Row extends { id: string }, Query, Reply>(
  value: string,
  label: string,
  list: ListDeclaration<Row, Query, Reply>,
): ListView {
  return { value, label, draw: (lead) => <ListScreen list={list} lead={lead} /> }
}

/** Several lists under one address, with a switch in the head. Filters with the same keys stay. */
export function ListViews({ views }: { views: readonly [ListView, ...ListView[]] }) {
  const [params, setParams] = useSearchParams()
  const [switchedTo, setSwitchedTo] = useState<string | null>(null)
  const shown = views.find(({ value }) => value === params.get(viewKey)) ?? views[0]
  const change = (value: string) => {
    setSwitchedTo(value)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === views[0].value) after.delete(viewKey)
        else after.set(viewKey, value)
        return after
      },
      { replace: true },
    )
  }
  return (
    <Fragment key={shown.value}>
      {shown.draw(<ViewSwitch views={views} shown={shown} takesFocus={switchedTo === shown.value} onChange={change} />)}
    </Fragment>
  )
}

interface ViewSwitchProps {
  views: readonly ListView[]
  shown: ListView
  takesFocus: boolean
  onChange: (value: string) => void
}

function ViewSwitch({ views, shown, takesFocus, onChange }: ViewSwitchProps) {
  const group = useRef<HTMLDivElement>(null)
  // Each view mounts a new switch; the focus must stay on it.
  useEffect(() => {
    if (takesFocus) group.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [takesFocus])
  return (
    <SegmentedControl
      ref={group}
      aria-label="Vue"
      withItemsBorders={false}
      data={views.map(({ value, label }) => ({ value, label }))}
      value={shown.value}
      onChange={onChange}
    />
  )
}
