export type Tone = 'good' | 'watch' | 'bad' | 'unknown'
/** One fact of the terminal and what to do about it (null: nothing). Never contains a patient's name. */
export type HealthLine = { name: string; tone: Tone; fact: string; advice: string | null }
export type HealthSection = { title: string; lines: readonly HealthLine[] }
