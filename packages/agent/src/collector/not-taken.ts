/** An expected end of a profile without a result; its message is a coded text. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
}
