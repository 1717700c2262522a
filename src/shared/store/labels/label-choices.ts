import { atom } from 'jotai'
import * as z from 'zod'
import { labelFormats } from '#shared/domain/labels/label-formats.ts'
import { keepOnDevice } from '#shared/store/disk/device-choices.ts'

/** How this terminal prints labels: its paper, and what a label shows. */
const LabelChoices = z.object({
  formatId: z.string(),
  showsPrice: z.boolean(),
  showsStorage: z.boolean(),
  showsCode: z.boolean(),
})
export type LabelChoices = z.infer<typeof LabelChoices>

const atFirst: LabelChoices = {
  formatId: labelFormats[0].id,
  showsPrice: true,
  showsStorage: true,
  showsCode: true,
}
const key = 'officine.labels'
const chosenAtom = atom<LabelChoices | null>(null)

/** The choices of this terminal; each one that is set stays for the next time. */
export const labelChoicesAtom = atom(
  (get): LabelChoices => get(chosenAtom) ?? onDisk(),
  (get, set, change: Partial<LabelChoices>) => {
    const next = { ...get(labelChoicesAtom), ...change }
    set(chosenAtom, next)
    keepOnDevice(key, JSON.stringify(next), 'choice')
  },
)

function onDisk(): LabelChoices {
  try {
    return LabelChoices.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return atFirst
  }
}
