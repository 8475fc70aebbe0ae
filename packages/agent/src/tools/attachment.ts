/** A process and the port of the console of Arthas in it. */

export interface Attachment {
  readonly pid: number
  readonly port: number
}
