import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import classes from '#backoffice/finder/finder.module.css'
import { useFinds } from '#backoffice/finder/use-finds.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import type { Screen } from '#backoffice/ui/screens.ts'

interface FinderProps {
  /** The screens that this user may open. */
  screens: readonly Screen[]
  onClose: () => void
}

/** Ctrl+K: finds a screen, product, client or sale by a few letters; Enter opens it. */
export function Finder({ screens, onClose }: FinderProps) {
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const finds = useFinds(search, screens)
  const { groups } = finds
  const asks =
    finds.asked === 'products' ? 'Chercher un écran, un produit' : 'Chercher un écran, un produit, un client, une vente'
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const shown = groups.map(({ finds }) => finds.map(({ value }) => value).join()).join()
  const { selectFirstOption } = combobox
  // oxlint-disable-next-line react/exhaustive-deps -- selects the first option only when the options change
  useEffect(() => void selectFirstOption(), [shown])
  const handleChange = (text: string) => {
    setSearch(text)
    finds.onType(text)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset={88}
      size={620}
      padding={12}
      attributes={{ content: { 'aria-label': 'Chercher' } }}
      transitionProps={{ duration: 0 }}
    >
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => {
          onClose()
          const run = groups.flatMap(({ finds }) => finds).find((find) => find.value === value)?.run
          if (run) run()
          else go(value)
        }}
      >
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label={asks}
            placeholder={asks}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={search}
            onChange={(event) => handleChange(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.results} aria-label="Résultats">
          {groups.map(({ title, finds }) => (
            <Combobox.Group key={title} label={title} classNames={{ groupLabel: classes.group }}>
              {finds.map(({ value, icon: Icon, text, end }) => (
                <Combobox.Option key={value} value={value} className={classes.option}>
                  <Icon size={18} stroke={1.8} aria-hidden />
                  <span className={classes.text}>{text}</span>
                  {end && <span className={classes.end}>{end}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        {search !== '' && <Notes finds={finds} search={search} />}
      </Combobox>
    </Modal>
  )
}

/** Shows why there is no result: no network, a failed search, or no match. */
function Notes({
  finds: { groups, asked, isAsking, hasFailed },
  search,
}: {
  finds: ReturnType<typeof useFinds>
  search: string
}) {
  const isOffline = useAtomValue(isOfflineAtom)
  const what = asked === 'sales' ? 'un client ou une vente' : 'un produit'
  if (asked && isOffline) return <p className={classes.note}>Chercher {what} demande le réseau.</p>
  if (asked && hasFailed)
    return <p className={classes.note}>La recherche n’a pas abouti. Tapez une lettre de plus, ou recommencez.</p>
  if (groups.length > 0 || isAsking) return null
  return <p className={classes.note}>{`Aucun résultat pour «\u00a0${search}\u00a0»`}</p>
}
