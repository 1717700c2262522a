/** Returns the row with the change applied. Fields that the change does not name keep their values. */
export function applyChange<Row extends object>(row: Row, change: { [Key in keyof Row]?: Row[Key] | undefined }): Row {
  return { ...row, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) }
}
