import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from '#backoffice/ui/forms/search-field.module.css'

export type Choice = {
  id: string
  label: string
  /** Shown beside the label, to distinguish equal names. */
  detail?: ReactNode
}

interface SearchFieldProps {
  label: string
  placeholder: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** Results of the last search. */
  choices: readonly Choice[]
  onSearch: (text: string) => void
  isSearching?: boolean
  /** « Aucun patient », or why nothing can be found. */
  nothingText: string
  required?: boolean
  error?: string | undefined
  description?: string | undefined
  autoFocus?: boolean
  /** False inside another popover, where a list in a portal would count as an outside click and close it. */
  withinPortal?: boolean
  'data-span'?: string
}

/** Chooses an item by a few letters: ↑ ↓ select, Enter chooses, the cross clears. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  choices,
  onSearch,
  isSearching = false,
  nothingText,
  required,
  error,
  description,
  autoFocus,
  withinPortal = true,
  'data-span': span,
}: SearchFieldProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const search = (next: string) => {
    setText(next)
    onSearch(next)
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex()
  }
  const take = (id: string) => {
    const choice = choices.find((each) => each.id === id)
    if (!choice) return
    onChange(choice)
    setText('')
    combobox.closeDropdown()
  }
  if (value) {
    return (
      <div data-span={span}>
        <InputBase
          component="div"
          label={label}
          withAsterisk={required}
          error={error}
          description={description}
          rightSectionPointerEvents="all"
          rightSection={
            <button
              type="button"
              className={`${classes.clear} officine-focus`}
              aria-label={`Changer\u00a0: ${label}`}
              onClick={() => onChange(null)}
            >
              <IconX size={16} aria-hidden />
            </button>
          }
        >
          <span className={classes.chosen}>{value.label}</span>
        </InputBase>
      </div>
    )
  }
  return (
    <Combobox store={combobox} onOptionSubmit={take} withinPortal={withinPortal}>
      <Combobox.Target>
        <InputBase
          data-span={span}
          label={label}
          placeholder={placeholder}
          withAsterisk={required}
          error={error}
          description={description}
          autoFocus={autoFocus}
          autoComplete="off"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => search(event.currentTarget.value)}
          onFocus={() => text !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options mah={260} className={classes.options}>
          {choices.map((choice) => (
            <Combobox.Option key={choice.id} value={choice.id}>
              <span className={classes.option}>
                <span>{choice.label}</span>
                {choice.detail && <small>{choice.detail}</small>}
              </span>
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty>{isSearching ? 'Recherche…' : nothingText}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
