export type Tone = 'good' | 'watch' | 'bad' | 'unknown'
/** One thing of the terminal: how it is, and what to do about it (null: nothing). Never a patient's name. */
export type HealthLine = { name: string; tone: Tone; fact: string; advice: string | null }
export type HealthSection = { title: string; lines: readonly HealthLine[] }
