/** A row with a change: what the change does not name stays as it is. */
export function applyChange<Row extends object>(row: Row, change: { [Key in keyof Row]?: Row[Key] | undefined }): Row {
  return { ...row, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) }
}
