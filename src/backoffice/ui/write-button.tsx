import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ButtonHTMLAttributes } from 'react'
import { type Shortcuts, useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { isOfflineAtom, offlineBarrier } from '#backoffice/ui/offline.ts'

type Native<Props> = Props & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Props>

/** Disables a writing action offline, and shows the reason. */
function useBarrier(disabled: boolean | undefined) {
  const isOffline = useAtomValue(isOfflineAtom)
  return { disabled: isOffline || disabled === true, ...(isOffline ? { title: offlineBarrier } : {}) }
}

/** A button that writes, or opens a form that writes. */
export function WriteButton({ disabled, ...props }: Native<ButtonProps>) {
  return <Button {...props} {...useBarrier(disabled)} />
}

/** The same as an icon button. */
export function WriteIcon({ disabled, ...props }: Native<ActionIconProps>) {
  return <ActionIcon {...props} {...useBarrier(disabled)} />
}

/** Shortcuts of writing actions; disabled offline. */
export function useWriteShortcuts(keys: Shortcuts, isOn: boolean): void {
  const isOffline = useAtomValue(isOfflineAtom)
  useShortcuts(keys, isOn && !isOffline)
}
