/** What a kind of capture file does with one record at a time. */
export interface RecordFormat {
  /** Length of the record at `at`; 0 if it is not there as a whole, negative if it cannot be one. It may exceed what is there if the rest is of no use. */
  next(bytes: Uint8Array, view: DataView, at: number): number
}
